registries = {
  api    = {}
  worker = { scan = false }
}
