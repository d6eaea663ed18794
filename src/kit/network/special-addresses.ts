import { BlockList, isIPv4, isIPv6 } from 'node:net'

const subnets = (family: 'ipv4' | 'ipv6', ...networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address, length] = network.split('/') as [string, string]
    list.addSubnet(address, Number(length), family)
  }
  return list
}

/** IPv4 networks that are not public: the registry of special-purpose addresses (RFC 6890), and multicast. */
const specialIPv4 = subnets(
  'ipv4',
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
)

// RFC 4291 §2.4: public addresses are in this range; loopback, local, mapped, translated and multicast ones are not.
const globalIPv6 = subnets('ipv6', '2000::/3')
/** Exceptions in this range: protocols, tunnels that contain an arbitrary IPv4 address, documentation. */
const specialIPv6 = subnets('ipv6', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20')

/** Returns whether an IP address is public, so that it cannot belong to an internal host. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIPv4.check(address, 'ipv4')
  return isIPv6(address) && globalIPv6.check(address, 'ipv6') && !specialIPv6.check(address, 'ipv6')
}
