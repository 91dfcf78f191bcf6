"""One package a title; each satisfies the protocol of `grognard.waist.title`."""
