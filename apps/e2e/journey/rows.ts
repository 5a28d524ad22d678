/** Rows of one journey, made by the admin's calls. No journey depends on rows that another one may change. */
import { type APIRequestContext, expect } from '@playwright/test'
import { passwordToken, verificationToken } from './mailbox.ts'
import { makePdf } from './pdf-file.ts'
import { type Account, accountOf, type DemoUser, openSession, type Session } from './users.ts'

type Body = Record<string, unknown>
type Method = 'GET' | 'POST' | 'PATCH'

export interface CreatedUser extends Account {
  id: number
  first_name: string
  last_name: string
  company: string
}

type SignedPatient = Pick<CreatedUser, 'first_name' | 'last_name' | 'email'>

const address = {
  address1: '18 Alder Street',
  city: 'Portland',
  state_desc: 'Oregon',
  country_desc: 'United States of America',
  zip_code: '97201',
}

export class Rows {
  private nameCount = 0
  private readonly request: APIRequestContext
  readonly key: string
  /** The password of every account that is activated here. */
  readonly password: string
  private readonly sessions = new Map<string, Session>()

  /** `key` is unique to the journey and part of all names that it makes. */
  constructor(request: APIRequestContext, key: string) {
    this.request = request
    this.key = key
    this.password = `open-${key}-sesame`
  }

  /** A word that no other journey has. */
  uniqueName(start: string): string {
    this.nameCount += 1
    return `${start} ${this.key}${String.fromCharCode(96 + this.nameCount)}`
  }

  /** An email address that no other journey has. */
  email(start: string): string {
    return `${this.uniqueName(start)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '.')}@example.test`
  }

  /** Logs in without a browser. A user keeps one session for the whole journey, until the password is another one. */
  async session(who: DemoUser | Account): Promise<Session> {
    const { email, password } = accountOf(who)
    const login = `${email} ${password}`
    const open = this.sessions.get(login) ?? (await openSession(this.request, who))
    this.sessions.set(login, open)
    return open
  }

  /** Makes a call as a user; a refusal fails the journey. */
  async call<Answer = { id: number }>(who: DemoUser | Account, method: Method, path: string, data?: Body): Promise<Answer> {
    const { token } = await this.session(who)
    const answer = await this.request.fetch(path, { method, headers: { Authorization: `Token ${token}` }, ...(data && { data }) })
    await expect(answer, `${method} ${path}`).toBeOK()
    return answer.json()
  }

  /** Sets the password by the mailed link, and accepts the agreement unless the journey does that itself. */
  async activate(email: string, { agreement = true } = {}): Promise<Account> {
    const account = { email, password: this.password }
    const token = await passwordToken(this.request, email)
    await expect(await this.request.post('/auth/set-password/', { data: { token, password: account.password } })).toBeOK()
    if (agreement) await this.acceptAgreement(account)
    return account
  }

  async acceptAgreement(who: DemoUser | Account): Promise<void> {
    const { user } = await this.session(who)
    await this.call(who, 'POST', `/api/v1/utilities/accept-agreement/${user.id}/`, { accepted: true })
  }

  /** A staff user of these centers. */
  async staff(centers: number[]): Promise<CreatedUser> {
    return this.person({ subscription: 9, staff_hc_ids: centers })
  }

  /** A sales rep without a manager. */
  async rep(): Promise<CreatedUser> {
    return this.person({ subscription: 3 })
  }

  async admin(): Promise<CreatedUser> {
    return this.person({ subscription: 7 })
  }

  async lab(): Promise<CreatedUser> {
    return this.person({ subscription: 1, company: this.uniqueName('Laboratory') })
  }

  private async person(more: Body & { subscription: number; company?: string }): Promise<CreatedUser> {
    const named = { first_name: 'Ines', last_name: this.uniqueName('Moreau'), company: '' }
    const email = this.email('ines')
    const { id } = await this.call('admin', 'POST', '/api/v1/users/', { ...named, email, ...more })
    return { ...named, company: more.company ?? '', ...(await this.activate(email)), id }
  }

  /** A referral harvest center of the demo's sales rep, without a password. */
  async referralCenter(): Promise<Pick<CreatedUser, 'id' | 'company'>> {
    const rep = (await this.session('salesrep')).user.id
    const named = { company: this.uniqueName('Practice'), first_name: 'Omar', last_name: this.uniqueName('Keane') }
    const body = { ...named, email: this.email('practice'), phone_number: '+1 555 010 4455', subscription: 5, saless_rep_id: rep }
    const { id } = await this.call('admin', 'POST', '/api/v1/users/', { ...body, ...address })
    return { id, company: named.company }
  }

  /** A referral harvest center that signed up as a visitor and waits for this harvest center's confirmation. */
  async pendingReferralCenter(center: { id: number; rep: number }): Promise<Pick<CreatedUser, 'id' | 'company'>> {
    const named = { company: this.uniqueName('Practice'), first_name: 'Omar', last_name: this.uniqueName('Keane') }
    const tie = { subscription: 5, saless_rep_id: center.rep, hc_id: center.id }
    const account = { email: this.email('practice'), password: this.password }
    const data = { ...named, ...tie, ...address, ...account, phone_number: '+1 555 010 4455' }
    await expect(await this.request.post('/api/v1/users/', { data })).toBeOK()
    const token = await verificationToken(this.request, account.email)
    await expect(await this.request.post('/auth/verify-email/', { data: { token, password: this.password } })).toBeOK()
    return { id: (await this.session(account)).user.id, company: named.company }
  }

  /** A harvest center with a sales rep, a lab and an address; by default the demo's. */
  async center(of: { rep?: number; lab?: number } = {}): Promise<CreatedUser & { rep: number }> {
    const rep = of.rep ?? (await this.session('salesrep')).user.id
    const lab = of.lab ?? (await this.session('lab')).user.id
    const named = { company: this.uniqueName('Clinic'), first_name: 'Ruth', last_name: this.uniqueName('Keller') }
    const email = this.email('clinic')
    const body = { ...named, email, phone_number: '+1 555 010 2233', saless_rep_id: rep, lab_id: lab, ...address }
    const { id } = await this.call('admin', 'POST', '/api/v1/harvest-centers/', body)
    return { ...named, ...(await this.activate(email)), id, rep }
  }

  /** A patient with or without a center; it can log in only if the journey asks for that. */
  async patient(center?: number, { activated = false } = {}): Promise<CreatedUser> {
    const named = { first_name: 'Ada', last_name: this.uniqueName('Whitfield') }
    const email = this.email('ada')
    const body = { ...named, email, subscription: 2, harvest_center_id: center ?? null }
    const { id } = await this.call('admin', 'POST', '/api/v1/users/', body)
    const account = activated ? await this.activate(email) : { email, password: '' }
    return { ...named, company: '', ...account, id }
  }

  /** Completes the lab record as far as the demo's rules ask for it, so that vials may be released and shipped. */
  async tested(patient: number): Promise<void> {
    const record = { stemcell_plating_successful: 1, number_times_qc_done: 2, infectious_testing_complete: 1 }
    await this.call('admin', 'PATCH', `/api/v1/users/${patient}/`, record)
  }

  /** The three documents that labels of the demo need, signed on paper and uploaded by the center of the patient. */
  async signDocuments(center: Account & { id: number }, { first_name, last_name, email }: SignedPatient): Promise<void> {
    const { token } = await this.session(center)
    const upload = async () => {
      const multipart = { file: { name: 'signed.pdf', mimeType: 'application/pdf', buffer: makePdf(1, 'Signed') } }
      const headers = { Authorization: `Token ${token}` }
      const answer = await this.request.post('/api/v1/documents/process-file/', { headers, multipart })
      await expect(answer).toBeOK()
      return (await answer.json()).filename
    }
    const files = { attestation: await upload(), processing: await upload(), storage: await upload() }
    const data = { harvest_center_id: center.id, name: `${first_name} ${last_name}`, email, ...files }
    await this.call(center, 'POST', '/api/v1/documents/upload/', data)
  }

  /** Vials that are stored for a patient. */
  async vials(patient: number, quantity: number, date = '2026-03-02'): Promise<void> {
    await this.tested(patient)
    await this.call('admin', 'POST', '/api/v1/vials-history/', { user: patient, type: 'added', quantity, date })
  }
}
