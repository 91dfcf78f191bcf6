"""What rules are written with: ids, refusals, charts, sums that keep their reasons, priorities."""
