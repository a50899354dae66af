environment = "live"

parameters = {
  "feature/refunds" = { value = "on" }
  "limits/basket"   = { value = "40", description = "Articles in a basket" } # agreed with fulfilment
  "hosts/allowed"   = { value = "shop.example.org" }
}
