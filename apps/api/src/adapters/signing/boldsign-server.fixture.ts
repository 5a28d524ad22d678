/**
 * A fake BoldSign server. Every request and every answer is shown to the models of BoldSign's official package, and `close` fails if they
 * object. Like BoldSign it creates templates and documents after it has answered their ids: only after some more calls they exist.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { z } from 'zod'
import {
  assertFilledFields,
  assertLinkEnd,
  assertRoles,
  documentProperties,
  downloadOf,
  type FakeDocument,
  FakeLimit,
  type FakeSigner,
  type FakeTemplate,
  HttpError,
  type Owned,
  signersOf,
  type TemplateBody,
  templateProperties,
} from './boldsign-answers.fixture.ts'
import { objectionsToAnswer, objectionsToError, objectionsToRequest } from './boldsign-referee.fixture.ts'
import { CreateTemplate, EditUrlRequest, queries, RevokeRequest, SendFromTemplate } from './boldsign-schema.fixture.ts'

/**
 * Simulated failures. silent: the work is done, but no answer sent. lost: neither. broken: a truncated
 * answer. problem: ProblemDetails instead of an ErrorResult.
 */
export type SimulatedFailure = 'silent' | 'lost' | 'broken' | 'error' | 'problem'

/**
 * Two accounts. One does not see the templates and documents of the other. Each test file has its own key: the client remembers for how long
 * a key must wait.
 */
export const API_KEY = `a-boldsign-key-${randomUUID()}`
export const OTHER_API_KEY = 'another-boldsign-key'

const SILENCE = Symbol('no answer')
/** https://developers.boldsign.com/troubleshooting/integration-errors/ */
const NOT_FOUND = 'Invalid Document ID'

export class FakeBoldsign {
  readonly templates: FakeTemplate[] = []
  readonly documents: FakeDocument[] = []
  /** Without the query, because it has e-mail addresses. */
  readonly requests: { path: string; query: Record<string, string>; body: unknown }[] = []
  private readonly schemaViolations: string[] = []
  /** Calls until a new template or document exists. */
  delay = 0
  /** Headers of a 429, which all later requests get, or those to `limitedPath`. */
  limit: Record<string, string> | undefined
  limitedPath: string | undefined
  readonly rate = new FakeLimit()
  failure: SimulatedFailure | undefined
  /** The only path that fails, such as `POST /v1/template/send`. Undefined: all. */
  failingPath: string | undefined
  private links = 0
  /** Of the present request. */
  private key = ''
  private readonly waiting = new Set<ServerResponse>()
  private readonly server: Server
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
    this.server = createServer((request, response) => void this.answer(request, response))
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo | null)?.port}`
  }

  async close(): Promise<void> {
    for (const response of this.waiting) response.destroy()
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
    if (this.schemaViolations.length > 0) throw new Error(`BoldSign would not know this:\n${this.schemaViolations.join('\n')}`)
  }

  /** Acts as a signer on BoldSign's page. */
  sign(documentId: string, email: string): void {
    const document = this.documentOf(documentId)
    const signer = this.signerOf(document, email)
    Object.assign(signer, { status: 'Completed', isViewed: true, signedAt: this.now() })
    if (document.signers.every(({ status }) => status === 'Completed')) document.status = 'Completed'
  }
  emailOf(documentId: string, role: string): string {
    return this.documentOf(documentId).signers.find((signer) => signer.role.toLowerCase() === role)?.email ?? ''
  }
  /** The texts of the labels of a document, by the id of their field. */
  textsOf(documentId: string): Record<string, string> {
    const { commonFields } = documentProperties(this.documentOf(documentId))
    return Object.fromEntries(commonFields.map(({ id, value }) => [id, value]))
  }
  view(documentId: string, email: string): void {
    this.signerOf(this.documentOf(documentId), email).isViewed = true
  }
  decline(documentId: string, email: string, message: string): void {
    const document = this.documentOf(documentId)
    this.signerOf(document, email).status = 'Declined'
    Object.assign(document, { status: 'Declined', message })
  }
  end(documentId: string, status: 'Expired' | 'Revoked', message = ''): void {
    Object.assign(this.documentOf(documentId), { status, message })
  }
  /** Acts as an admin in BoldSign's editor. */
  editRoles(templateId: string, roles: TemplateBody['roles']): void {
    const template = this.templates.find(({ id }) => id === templateId)
    if (template) template.body.roles = roles
  }

  private documentOf(id: string): FakeDocument {
    const found = this.documents.find((document) => document.id === id)
    if (!found) throw new Error('There is no such document')
    return found
  }
  private signerOf({ signers }: FakeDocument, email: string): FakeSigner {
    const found = signers.find((signer) => signer.email === email)
    if (!found) throw new Error('There is no such signer')
    return found
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, body: object, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    try {
      const result = await this.handle(request).finally(() => this.rate.setHeaders(response))
      if (result === SILENCE) this.waiting.add(response)
      else if (this.failureOf(request) === 'broken')
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"templ')
      else if (result instanceof Buffer) response.writeHead(200, { 'content-type': 'application/pdf' }).end(result)
      else if (result === undefined) response.writeHead(204).end()
      else json(request.method === 'POST' ? 201 : 200, result as object)
    } catch (error) {
      const { status = 500, message, headers } = error as HttpError
      const problem = {
        type: 'about:blank',
        title: 'One or more validation errors occurred.',
        status,
        errors: { Title: [message] },
      }
      const refusal = { error: message }
      this.schemaViolations.push(...objectionsToError(refusal))
      json(status, this.failureOf(request) === 'problem' ? problem : refusal, headers)
    }
  }

  private async handle(request: IncomingMessage): Promise<object | symbol | undefined> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname, searchParams } = new URL(request.url ?? '', this.url)
    const path = `${request.method} ${pathname}`
    const query = Object.fromEntries(searchParams)
    const text = Buffer.concat(chunks).toString()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    this.requests.push({ path, query, body })
    this.key = String(request.headers['x-api-key'])
    if (![API_KEY, OTHER_API_KEY].includes(this.key)) throw new HttpError(401, 'Unauthorized')
    if (this.limit && (this.limitedPath ?? path) === path) throw new HttpError(429, 'API calls quota exceeded!', this.limit)
    this.rate.count(this.now())
    const failure = this.failureOf(request)
    if (failure === 'error') throw new HttpError(503, 'Service unavailable')
    if (failure === 'lost') return SILENCE
    const call = this.calls()[path]
    if (!call) throw new HttpError(404, 'Not found')
    this.schemaViolations.push(...objectionsToRequest(path, query, body))
    const result = await call(query, body)
    this.schemaViolations.push(...objectionsToAnswer(path, result))
    return failure === 'silent' ? SILENCE : result
  }

  private failureOf({ method, url = '' }: IncomingMessage): SimulatedFailure | undefined {
    const path = `${method} ${url.split('?', 1)[0]}`
    return this.failingPath === undefined || this.failingPath === path ? this.failure : undefined
  }

  private calls(): Record<string, (query: unknown, body: unknown) => object | undefined | Promise<object>> {
    return {
      'POST /v1/template/create': (_query, body) => this.createTemplate(body),
      'GET /v1/template/properties': (query) => templateProperties(this.templateIn(query)),
      'GET /v1/template/list': (query) => this.listTemplates(query),
      'POST /v1/template/getEmbeddedTemplateEditUrl': (query, body) => this.editUrl(query, body),
      'POST /v1/template/send': (query, body) => this.send(query, body),
      'GET /v1/document/properties': (query) => documentProperties(this.documentIn(query)),
      'GET /v1/document/list': (query) => this.listDocuments(query),
      'GET /v1/document/getEmbeddedSignLink': (query) => this.signLink(query),
      'GET /v1/document/download': (query) => downloadOf(this.documentIn(query)),
      'POST /v1/document/revoke': (query, body) => this.revoke(query, body),
    }
  }

  private read<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
    const { data, error } = schema.safeParse(given)
    if (data !== undefined) return data
    this.schemaViolations.push(JSON.stringify(error?.issues))
    throw new HttpError(422, 'The request is invalid.')
  }

  private exists = ({ from, key }: Owned) => this.requests.length > from && key === this.key
  private isOwn = ({ key }: Owned) => key === this.key

  private templateIn(query: unknown): FakeTemplate {
    const { templateId } = this.read(queries.templateId, query)
    const found = this.templates.filter(this.exists).find(({ id }) => id === templateId)
    if (!found) throw new HttpError(403, NOT_FOUND)
    return found
  }

  private documentIn(query: unknown): FakeDocument {
    const { documentId } = this.read(queries.documentId, query)
    const found = this.documents.filter(this.exists).find(({ id }) => id === documentId)
    if (!found) throw new HttpError(403, NOT_FOUND)
    return found
  }

  private createTemplate(given: unknown): object {
    const body = this.read(CreateTemplate, given)
    if (body.title === 'Refused') throw new HttpError(422, 'The title is refused for jane@patients.test.')
    const template = { id: randomUUID(), body, key: this.key, from: this.requests.length + this.delay }
    this.templates.push(template)
    return { templateId: template.id }
  }

  private listTemplates(query: unknown): object {
    const { TemplateLabels: label } = this.read(queries.templateList, query)
    const found = this.templates
      .filter(this.isOwn)
      .filter(({ body }) => label === undefined || body.templateLabels?.includes(label))
    const result = found.map(({ id, body }) => ({
      documentId: id,
      templateName: body.title,
      templateLabels: body.templateLabels,
    }))
    return { pageDetails: { page: 1 }, result }
  }

  private editUrl(query: unknown, body: unknown): object {
    const { id } = this.templateIn(query)
    assertLinkEnd(this.read(EditUrlRequest, body).linkValidTill, this.now())
    return { editUrl: `https://app.boldsign.com/document/edit/?templateId=${id}&session=${++this.links}` }
  }

  private send(query: unknown, given: unknown): object {
    const { body: template } = this.templateIn(query)
    const body = this.read(SendFromTemplate, given)
    assertRoles(template, body)
    assertFilledFields(template, body)
    const signers = signersOf(body)
    const id = randomUUID()
    const from = this.requests.length + this.delay
    this.documents.push({ id, template, body, signers, status: 'InProgress', message: '', key: this.key, from })
    return { documentId: id }
  }

  private listDocuments(query: unknown): object {
    const { Labels: label } = this.read(queries.documentList, query)
    const found = this.documents.filter(this.isOwn).filter(({ body }) => label === undefined || body.labels?.includes(label))
    const result = found.map(({ id, body, status }) => ({ documentId: id, labels: body.labels, status }))
    return { pageDetails: { page: 1 }, result }
  }

  private signLink(query: unknown): object {
    const { DocumentId, SignerEmail, SignLinkValidTill } = this.read(queries.signLink, query)
    assertLinkEnd(SignLinkValidTill, this.now())
    const document = this.documentIn({ documentId: DocumentId })
    if (document.status !== 'InProgress') throw new HttpError(403, 'The document is not in progress.')
    const signer = document.signers.find(({ email }) => email === SignerEmail)
    if (!signer) throw new HttpError(403, 'The signer is invalid.')
    if (signer.status !== 'NotCompleted') throw new HttpError(403, 'The signer has already signed.')
    const earlier = document.signers.some(({ order, status }) => order < signer.order && status === 'NotCompleted')
    if (document.body.enableSigningOrder && earlier) throw new HttpError(403, 'Another signer must sign first.')
    return { signLink: `https://app.boldsign.com/document/sign/?documentId=${DocumentId}&session=${++this.links}` }
  }

  private revoke(query: unknown, body: unknown): undefined {
    const document = this.documentIn(query)
    const { message } = this.read(RevokeRequest, body)
    if (document.status !== 'InProgress') throw new HttpError(403, 'Only documents in progress can be revoked.')
    Object.assign(document, { status: 'Revoked', message })
  }
}

export const fakeBoldsign = (now: () => number = Date.now): Promise<FakeBoldsign> => new FakeBoldsign(now).start()
