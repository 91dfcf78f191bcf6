"""What goes over the wire: requests and answers, as structs that the page's types are made from."""
