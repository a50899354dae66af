import { refTo, setEffect } from '../catalog/effects.ts';
import { textAt } from '../catalog/request.ts';
import { bool, number, response, textField } from '../catalog/sources.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service, specifiedTags } from './ec2.ts';

export const subnetEntries: readonly CatalogEntry[] = aws(service, [
  {
    type: 'aws_subnet',
    aliases: ['aws_default_subnet'],
    identity: [{ id: 'subnetId' }],
    created: [{ id: response('subnet.subnetId') }],
    fields: {
      availability_zone: textField(response('subnet.availabilityZone')),
      cidr_block: textField(response('subnet.cidrBlock')),
      ipv6_cidr_block: 'ipv6CidrBlock',
      ipv6_native: bool('ipv6Native'),
      outpost_arn: 'outpostArn',
      vpc_id: 'vpcId',
    },
    tags: specifiedTags('subnet'),
    defaults: { ipv6_native: false },
    importId: response('subnet.subnetId'),
    parent: { type: 'aws_vpc', keys: [{ id: 'vpcId' }] },
    calls: {
      CreateSubnet: 'create',
      DeleteSubnet: 'delete',
      ModifySubnetAttribute: {
        set: {
          assign_ipv6_address_on_creation: bool('assignIpv6AddressOnCreation'),
          customer_owned_ipv4_pool: 'customerOwnedIpv4Pool',
          enable_dns64: bool('enableDns64'),
          enable_lni_at_device_index: number('enableLniAtDeviceIndex'),
          enable_resource_name_dns_a_record_on_launch: bool('enableResourceNameDnsARecordOnLaunch'),
          enable_resource_name_dns_aaaa_record_on_launch: bool(
            'enableResourceNameDnsAAAARecordOnLaunch',
          ),
          map_customer_owned_ip_on_launch: bool('mapCustomerOwnedIpOnLaunch'),
          map_public_ip_on_launch: bool('mapPublicIpOnLaunch'),
          private_dns_hostname_type_on_launch: 'privateDnsHostnameTypeOnLaunch',
        },
      },
      AssociateSubnetCidrBlock: { set: { ipv6_cidr_block: 'ipv6CidrBlock' } },
      DisassociateSubnetCidrBlock: {
        special: ({ request, response: answer }, estate) => {
          const association = textAt(request, 'associationId') ?? '';
          const [managed] = estate.where(
            'aws_subnet',
            'ipv6_cidr_block_association_id',
            association,
          );
          const id = textAt(answer, 'subnetId') ?? textAt(managed?.attributes, 'id');
          return [setEffect(refTo('aws_subnet', { id }), ['ipv6_cidr_block'], null)];
        },
      },
    },
  },
]);
