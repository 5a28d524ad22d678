/** The frequent work of users, next to payments and vial entries: lists, log-ins, exports and uploads. */
import { randomUUID } from 'node:crypto'
import { buildPdf, words } from '../../apps/api/src/platform/pdf/pdf.fixture.ts'
import type { Business } from '../harness/business.ts'
import { type Observe, PortalClient } from '../harness/client.ts'
import { RepeatedWork } from '../harness/repeated-work.ts'
import type { Resources } from '../harness/resources.ts'

const LISTS: Record<'admin' | 'lab' | 'center', string[]> = {
  admin: ['/api/v1/users/all/', '/api/v1/audit/', '/api/v1/dashboards/admin/', '/api/v1/notices/'],
  lab: ['/api/v1/vials/', '/auth/session/'],
  center: ['/api/v1/fedex-requests/', '/api/v1/notices/'],
}

/** Milliseconds. Without a pause, the callers would only wait for each other on a small machine. */
const PAUSE_MS = 20
const LONG_PAUSE_MS = 300

const HARVEST_CENTER = 4

interface Upload {
  /** The text of the file. */
  mark: string
  /** The attachment of the asset. */
  id: number
}

export class Callers {
  /** Acknowledged ones. */
  readonly uploads: Upload[] = []
  readonly #url: string
  readonly #business: Business
  readonly #observe: Observe
  #work: RepeatedWork | undefined

  constructor(url: string, business: Business, observe: Observe) {
    this.#url = url
    this.#business = business
    this.#observe = observe
  }

  async start(resources: Resources): Promise<void> {
    const work = new RepeatedWork(resources)
    this.#work = work
    // A call without an answer was observed; it says nothing more here.
    const repeat = (pauseMs: number, once: (n: number) => Promise<unknown>) =>
      work.start((n) => once(n).catch(() => undefined), pauseMs)
    const clients = new Map<string, PortalClient>()
    for (const role of ['admin', 'lab', 'center'] as const) {
      const client = await PortalClient.logIn(this.#url, this.#business, this.#business[role].email, this.#observe)
      clients.set(role, client)
      repeat(PAUSE_MS, (n) => client.call('GET', LISTS[role][n % LISTS[role].length] as string))
    }
    const admin = clients.get('admin') as PortalClient
    repeat(LONG_PAUSE_MS, () => admin.call('GET', '/api/v1/users/export-csv/'))
    repeat(LONG_PAUSE_MS, () => this.#upload(admin))
    repeat(LONG_PAUSE_MS, () => this.#logIn())
  }

  async stop(): Promise<void> {
    await this.#work?.stop()
  }

  /** Reads every uploaded file by this node. Returns the number of those that are missing or damaged. */
  async countLostUploads(url: string): Promise<number> {
    const center = await PortalClient.logIn(url, this.#business, this.#business.center.email)
    let lost = 0
    for (const { id, mark } of this.uploads) {
      const { body } = await center.call('POST', `/api/v1/assets/files/${id}/open/`)
      const path = new URL(`${body.url}`, url).pathname + new URL(`${body.url}`, url).search
      const file = await center.call('GET', path)
      if (file.status !== 200 || !`${file.body}`.includes(mark)) lost += 1
    }
    return lost
  }

  async #logIn(): Promise<void> {
    const { identifier, password, patients } = this.#business
    const visitor = new PortalClient(this.#url, { domain: identifier }, this.#observe)
    await visitor.call('POST', '/auth/login/', { email: patients[0]?.email, password })
  }

  async #upload(admin: PortalClient): Promise<void> {
    const mark = randomUUID()
    const form = new FormData()
    // The mark is in a comment behind the last object: it stays readable.
    const bytes = Buffer.concat([buildPdf({ pages: [{ content: words('Guide', 72, 700) }] }), Buffer.from(`\n% ${mark}\n`)])
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'guide.pdf')
    const { status, body } = await admin.call('POST', '/api/v1/assets/process-file/', form)
    if (status !== 200) return
    const added = await admin.call('POST', '/api/v1/assets/', {
      ...{ asset_name: 'Guide', description: 'How to begin.', membership_ids: [HARVEST_CENTER] },
      sections: [{ url: '/dashboard' }],
      assets: [{ type: 2, name: 'Guide', path: body.filename }],
    })
    const id = added.body.assets?.[0]?.id as number | undefined
    if (added.status === 201 && id !== undefined) this.uploads.push({ id, mark })
  }
}
