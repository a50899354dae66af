/** What listens on a port, mostly. */
const services: Readonly<Record<string, string>> = {
  '20': 'FTP',
  '21': 'FTP',
  '22': 'SSH',
  '23': 'Telnet',
  '25': 'SMTP',
  '53': 'DNS',
  '80': 'HTTP',
  '389': 'LDAP',
  '443': 'HTTPS',
  '445': 'SMB',
  '1433': 'SQL Server',
  '1521': 'Oracle',
  '2049': 'NFS',
  '3306': 'MySQL',
  '3389': 'RDP',
  '5432': 'PostgreSQL',
  '5439': 'Redshift',
  '5601': 'Kibana',
  '6379': 'Redis',
  '6443': 'Kubernetes',
  '9092': 'Kafka',
  '9200': 'Elasticsearch',
  '11211': 'Memcached',
  '27017': 'MongoDB',
};

/** ` (SSH)` for 22; nothing for a port of no fame. */
export function serviceOf(port: string): string {
  return Object.hasOwn(services, port) ? ` (${services[port]})` : '';
}
