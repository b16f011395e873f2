"""Models in the formats of others: Hugging Face (Marian), CTranslate2, and safetensors."""
