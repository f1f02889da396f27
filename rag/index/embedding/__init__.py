"""The packaged local embedder: multilingual-e5-small, repacked once as ONNX and run offline."""
