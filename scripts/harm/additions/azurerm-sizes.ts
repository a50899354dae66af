import { ownFacts } from '../overlay.ts';

const sizes = [
  ['azurerm_linux_virtual_machine', 'size', 'the machine has less capacity'],
  ['azurerm_windows_virtual_machine', 'size', 'the machine has less capacity'],
  ['azurerm_linux_virtual_machine_scale_set', 'sku', 'machines have less capacity'],
  ['azurerm_windows_virtual_machine_scale_set', 'sku', 'machines have less capacity'],
  ['azurerm_kubernetes_cluster', 'default_node_pool.vm_size', 'nodes have less capacity'],
  ['azurerm_kubernetes_cluster_node_pool', 'vm_size', 'nodes have less capacity'],
  ['azurerm_mssql_database', 'sku_name', 'the database has less capacity'],
  ['azurerm_mysql_flexible_server', 'sku_name', 'the database has less capacity'],
  ['azurerm_postgresql_flexible_server', 'sku_name', 'the database has less capacity'],
  ['azurerm_service_plan', 'sku_name', 'instances have less capacity'],
].map(
  ([type = '', path = '', meaning = '']) =>
    [type, path, 'weaker-in numbered-size', 'availability', 3, meaning] as const,
);

const larger = [
  ['azurerm_linux_virtual_machine_scale_set', 'sku', 'machines cost more'],
  ['azurerm_windows_virtual_machine_scale_set', 'sku', 'machines cost more'],
  ['azurerm_kubernetes_cluster_node_pool', 'vm_size', 'nodes cost more'],
].map(
  ([type = '', path = '', meaning = '']) =>
    [type, path, 'stronger-in numbered-size', 'cost', 2, meaning] as const,
);

export const azurermSizes = ownFacts('azurerm', [...sizes, ...larger]);
