/**
 * The packages with the API models for what the catalog maps, and the major version that contains
 * tables.
 */
export const packages: Readonly<Record<string, string>> = {
  'arm-appcontainers': '2',
  'arm-appinsights': '4',
  'arm-appservice': '15',
  'arm-authorization': '9',
  'arm-compute': '22',
  'arm-containerregistry': '10',
  'arm-containerservice': '21',
  'arm-cosmosdb': '16',
  'arm-dns': '5',
  'arm-eventhub': '5',
  'arm-keyvault': '3',
  'arm-locks': '2',
  'arm-monitor': '7',
  'arm-msi': '2',
  'arm-network': '34',
  'arm-operationalinsights': '9',
  'arm-postgresql-flexible': '8',
  'arm-privatedns': '3',
  'arm-rediscache': '8',
  'arm-resources': '6',
  'arm-servicebus': '6',
  'arm-sql': '10',
  'arm-storage': '18',
};
