/** Sends calls at a fixed rate, whether or not earlier ones are answered, and keeps event streams open. */
import { Agent, get, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Resources } from '../harness/resources.ts'
import type { Send, scheduleOf } from './mix.ts'
import type { Person } from './people.ts'

export interface LoadResult {
  /** Calls that were answered, by status. */
  statuses: Map<number, number>
  /** Milliseconds of each answer. */
  times: number[]
  /** Acts that failed, by message. */
  failures: Map<string, number>
}

const increment = <Key>(counts: Map<Key, number>, key: Key) => void counts.set(key, (counts.get(key) ?? 0) + 1)

const IDLE_MS = 20_000

function senderTo(url: string, { statuses, times, failures }: LoadResult): { send: Send; close(): void } {
  // Idle connections end here before the server ends them: a call that meets the end of its connection would look like a failure.
  const agent = new Agent({ keepAlive: true, maxSockets: 128, timeout: IDLE_MS })
  const send: Send = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      const sent = request(`${url}${path}`, { method, headers, agent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const status = answer.statusCode ?? 0
          times.push(performance.now() - began)
          increment(statuses, status)
          const text = Buffer.concat(chunks).toString()
          if (status >= 300) increment(failures, `${method} ${path.split('?')[0]} ${status} ${text.slice(0, 200)}`)
          resolve({ status, text })
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  return { send, close: () => agent.destroy() }
}

export async function sendLoad(
  url: string,
  next: ReturnType<typeof scheduleOf>,
  { perSecond, seconds, resources }: { perSecond: number; seconds: number; resources: Resources },
): Promise<LoadResult> {
  const result: LoadResult = { statuses: new Map(), times: [], failures: new Map() }
  const { send, close } = senderTo(url, result)
  const running = new Set<Promise<void>>()
  const began = performance.now()
  let started = 0
  let isStopping = false
  resources.add(() => {
    isStopping = true
  })
  while (!isStopping && performance.now() - began < seconds * 1000) {
    while (started < ((performance.now() - began) / 1000) * perSecond) {
      started += 1
      const { act, n } = next()
      const acting = act.run(send, n).then(
        () => {},
        (error: Error) => increment(result.failures, `${act.name}: ${error.message}`),
      )
      running.add(acting)
      void acting.then(() => running.delete(acting))
    }
    await pause(5)
  }
  await Promise.all(running)
  close()
  return result
}

export type Streams = ReturnType<typeof openStreams>

/** Opens `count` streams of unread notices, spread over the users. */
export function openStreams(url: string, people: Person[], count: number) {
  const agent = new Agent({ maxSockets: count })
  const alive = new Set<number>()
  let events = 0
  const requests = Array.from({ length: count }, (_, n) => {
    const { token } = people[n % people.length] as Person
    const headers = { domain: 'scale', authorization: `Token ${token}` }
    const opened = get(`${url}/api/v1/notices/stream/`, { headers, agent }, (answer) => {
      if (answer.statusCode !== 200) return void answer.resume()
      answer.on('data', () => {
        events += 1
        alive.add(n)
      })
      answer.on('close', () => alive.delete(n))
      answer.on('error', () => {})
    })
    return opened.on('error', () => alive.delete(n))
  })
  return {
    /** Streams that got at least one event and have not ended. */
    open: () => alive.size,
    events: () => events,
    close() {
      for (const each of requests) each.destroy()
    },
  }
}
