"""Models in the formats of other programs: Hugging Face (Marian), CTranslate2, and safetensors."""
