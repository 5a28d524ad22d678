/** A DNS server on this machine, for tests. It answers over UDP, and over TCP what does not fit. */
import { createSocket } from 'node:dgram'
import { createServer, type Socket } from 'node:net'
import { type Answer, decode, encode, type Packet, streamDecode, streamEncode, TRUNCATED_RESPONSE } from 'dns-packet'

/** Texts of TXT records; host names of MX records; the target of a CNAME; IPv4 addresses. */
export interface Zone {
  TXT?: (string | string[])[]
  MX?: string[]
  CNAME?: string
  A?: string[]
}

/** `silent` names get no answer; the names of `failing` get SERVFAIL, those of `refusing` REFUSED. */
export interface DnsServer {
  zones: Record<string, Zone>
  silent: Set<string>
  failing: Set<string>
  refusing: Set<string>
  /** The names that were asked for. */
  asked: string[]
  port: number
  close(): Promise<void>
}

const UDP_BYTES = 512
const NO_ERROR = 0
const SERVER_FAILURE = 2
const NO_SUCH_NAME = 3
const REFUSED = 5

function answersOf(name: string, type: string, zones: DnsServer['zones']): Answer[] {
  const ttl = 0
  const zone = zones[name.toLowerCase()] ?? {}
  if (zone.CNAME !== undefined) {
    const alias: Answer = { type: 'CNAME', name, ttl, data: zone.CNAME }
    return type === 'CNAME' ? [alias] : [alias, ...answersOf(zone.CNAME, type, zones)]
  }
  if (type === 'TXT') return (zone.TXT ?? []).map((data) => ({ type, name, ttl, data }))
  if (type === 'A') return (zone.A ?? []).map((data) => ({ type, name, ttl, data }))
  if (type === 'MX')
    return (zone.MX ?? []).map((exchange, n) => ({ type, name, ttl, data: { preference: 10 * (n + 1), exchange } }))
  return []
}

type Names = Pick<DnsServer, 'zones' | 'failing' | 'refusing'>

function codeOf(name: string, { zones, failing, refusing }: Names): number {
  if (failing.has(name)) return SERVER_FAILURE
  if (refusing.has(name)) return REFUSED
  return zones[name] ? NO_ERROR : NO_SUCH_NAME
}

function answerTo(query: Packet, names: Names): Packet {
  const { name = '', type = 'A' } = query.questions?.[0] ?? {}
  const code = codeOf(name.toLowerCase(), names)
  const answers = code === NO_ERROR ? answersOf(name, type, names.zones) : []
  return { type: 'response', id: query.id ?? 0, flags: code, questions: query.questions ?? [], answers }
}

export async function startDnsServer(zones: Record<string, Zone> = {}): Promise<DnsServer> {
  const none = () => new Set<string>()
  const state = { zones, silent: none(), failing: none(), refusing: none(), asked: [] as string[] }
  const accepts = (query: Packet) => {
    const name = query.questions?.[0]?.name.toLowerCase() ?? ''
    state.asked.push(name)
    return !state.silent.has(name)
  }
  const sockets = new Set<Socket>()
  const tcp = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.on('data', (data) => {
      const query = streamDecode(data)
      if (query && accepts(query)) socket.write(streamEncode(answerTo(query, state)))
    })
  })
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
  const { port } = tcp.address() as { port: number }
  const udp = createSocket('udp4', (data, { port: to, address }) => {
    const query = decode(data)
    if (!accepts(query)) return
    const whole = answerTo(query, state)
    const fits = encode(whole).length <= UDP_BYTES
    udp.send(encode(fits ? whole : { ...whole, flags: TRUNCATED_RESPONSE, answers: [] }), to, address)
  })
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve))
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await Promise.all([new Promise((resolve) => tcp.close(resolve)), new Promise<void>((resolve) => udp.close(resolve))])
  }
  return { ...state, port, close }
}
