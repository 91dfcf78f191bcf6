"""What a request asks for, and the answer to it."""
