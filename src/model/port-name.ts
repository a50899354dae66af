import { own } from './json.ts';

/** The usual service on a port. */
const services: Readonly<Record<string, string>> = {
  '20': 'FTP',
  '21': 'FTP',
  '22': 'SSH',
  '23': 'Telnet',
  '25': 'SMTP',
  '53': 'DNS',
  '80': 'HTTP',
  '110': 'POP3',
  '111': 'RPC',
  '135': 'RPC',
  '139': 'NetBIOS',
  '143': 'IMAP',
  '161': 'SNMP',
  '389': 'LDAP',
  '443': 'HTTPS',
  '445': 'SMB',
  '636': 'LDAPS',
  '873': 'rsync',
  '1433': 'SQL Server',
  '1521': 'Oracle',
  '2049': 'NFS',
  '2181': 'ZooKeeper',
  '2375': 'Docker',
  '2376': 'Docker',
  '2379': 'etcd',
  '2380': 'etcd',
  '3306': 'MySQL',
  '3389': 'RDP',
  '5432': 'PostgreSQL',
  '5439': 'Redshift',
  '5601': 'Kibana',
  '5672': 'AMQP',
  '5900': 'VNC',
  '5984': 'CouchDB',
  '5985': 'WinRM',
  '5986': 'WinRM',
  '6379': 'Redis',
  '6443': 'Kubernetes',
  '8086': 'InfluxDB',
  '8500': 'Consul',
  '9042': 'Cassandra',
  '9090': 'Prometheus',
  '9092': 'Kafka',
  '9200': 'Elasticsearch',
  '9300': 'Elasticsearch',
  '10250': 'kubelet',
  '11211': 'Memcached',
  '15672': 'RabbitMQ',
  '27017': 'MongoDB',
};

/** ` (SSH)` for 22; empty for a port without a well-known service. */
export function portService(port: string): string {
  return Object.hasOwn(services, port) ? ` (${services[port]})` : '';
}

/** The usual service on a port: `SSH` for 22; undefined for a port without a well-known service. */
export function serviceName(port: number): string | undefined {
  const key = String(port);
  return own(services, key);
}
