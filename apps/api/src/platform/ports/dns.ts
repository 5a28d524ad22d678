/** The port for looking up DNS records. A name without such records answers an empty list. */
export interface Dns {
  /** The TXT records of a name. The parts of a record are joined. */
  txt(name: string): Promise<string[]>
  /** The mail servers of a name, the preferred one first. `.` and a blank name say that the domain takes no mail (RFC 7505). */
  mx(name: string): Promise<string[]>
  /** The name that this name is another name for. */
  cname(name: string): Promise<string[]>
  /** The IP addresses of a name. */
  addresses(name: string): Promise<string[]>
}

/** The name server did not answer, or could not. It is unknown whether the records exist. The message is for people. */
export class DnsUnavailable extends Error {
  override name = 'DnsUnavailable'
}
