/** Live events of a user on one node. */
import type { Business } from './business.ts'
import { PortalClient } from './client.ts'
import type { Resources } from './resources.ts'

export type NoticeStream = Awaited<ReturnType<typeof openNoticeStream>>

/** Logs in, and opens the stream of notices. */
export async function openNoticeStream(url: string, { identifier, password }: Business, email: string, resources: Resources) {
  const { body } = await new PortalClient(url, { domain: identifier }).call('POST', '/auth/login/', { email, password })
  const aborter = new AbortController()
  resources.add(() => aborter.abort())
  const headers = { domain: identifier, authorization: `Token ${body.token}` }
  const answer = await fetch(`${url}/api/v1/notices/stream/`, { headers, signal: aborter.signal })
  let text = ''
  const read = async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString()
  }
  void read().catch(() => undefined)
  /** How many events the stream has sent. */
  const eventsSent = () => text.split('\n').filter((line) => line.startsWith('data:')).length
  return { eventsSent }
}
