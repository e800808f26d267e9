"""Where the chunks of a cell are played.  `threads` is the default: kernels release the GIL."""
