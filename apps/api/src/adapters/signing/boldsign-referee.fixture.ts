/**
 * BoldSign's own word on its interface: the models and the clients of its official package. The fake server shows it every request and
 * every answer. It knows names, types and allowed values; required members, lengths and ranges are in `boldsign-schema.fixture.ts`.
 */
import { DocumentApi, enumsMap, TemplateApi, typeMap } from 'boldsign'

const templates = new TemplateApi('https://api.boldsign.test')
const documents = new DocumentApi('https://api.boldsign.test')

interface OfficialCall {
  /** The names of the models; undefined: no body, or a file. */
  body?: string
  answer?: string
  /** Calls the official client with all parameters that we could send. */
  ask: () => Promise<unknown>
}

const day = new Date('2031-03-03T15:00:00Z')
const list = ['one']
/** The calls of the adapter, as the official clients make them. */
const calls: Record<string, OfficialCall> = {
  'POST /v1/template/create': {
    ...{ body: 'CreateTemplateRequest', answer: 'TemplateCreated' },
    ask: () => templates.createTemplate({ title: '' }),
  },
  'GET /v1/template/properties': { answer: 'TemplateProperties', ask: () => templates.getProperties('id') },
  'GET /v1/template/list': {
    answer: 'TemplateRecords',
    ask: () => templates.listTemplates(1, 'all', 1, 'one', list, list, list, day, day, list, list),
  },
  'POST /v1/template/getEmbeddedTemplateEditUrl': {
    ...{ body: 'EmbeddedTemplateEditRequest', answer: 'EmbeddedTemplateEdited' },
    ask: () => templates.getEmbeddedTemplateEditUrl('id', {}),
  },
  'POST /v1/template/send': {
    ...{ body: 'SendForSignFromTemplateForm', answer: 'DocumentCreated' },
    ask: () => templates.sendUsingTemplate('id', {}),
  },
  'GET /v1/document/properties': { answer: 'DocumentProperties', ask: () => documents.getProperties('id') },
  'GET /v1/document/list': {
    answer: 'DocumentRecords',
    ask: () => documents.listDocuments(1, list, list, 'Sent', 'SentBetween', 1, day, ['Completed'], day, 'one', list, 1, list),
  },
  'GET /v1/document/getEmbeddedSignLink': {
    answer: 'EmbeddedSigningLink',
    ask: () => documents.getEmbeddedSignLink('id', 'a@b.test', '+1', '1', day, 'https://portal.test'),
  },
  'GET /v1/document/download': { ask: () => documents.downloadDocument('id', 'a@b.test') },
  'POST /v1/document/revoke': { body: 'RevokeDocument', ask: () => documents.revokeDocument('id', { message: '' }) },
}

/** The query names that the official client sends, by call. The client is stopped before it sends anything. */
async function officialQueries(): Promise<Map<string, string[]>> {
  let last = { method: '', url: '', params: {} }
  const stop = (request: object) => {
    last = request as typeof last
    throw new Error('stopped')
  }
  for (const client of [templates, documents]) client.addInterceptor(stop)
  const found = new Map<string, string[]>()
  for (const [path, { ask }] of Object.entries(calls)) {
    await ask().catch(() => undefined)
    const asked = `${last.method} ${new URL(last.url).pathname}`
    if (asked !== path) throw new Error(`The official client calls ${asked}, not ${path}`)
    found.set(path, Object.keys(last.params))
  }
  return found
}
const queries = await officialQueries()

const primitives: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  Date: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  // In JSON a file is text.
  RequestFile: (value) => typeof value === 'string',
  '{ [key: string]: string | null; }': (value) => Object.values(value as object).every((each) => typeof each === 'string'),
}

interface Attribute {
  baseName: string
  type: string
}

/** Why the value is none of the type; an unknown member is a reason too. */
function objections(type: string, value: unknown, at: string): string[] {
  if (value === null || value === undefined) return []
  const element = /^Array<(.+)>$/.exec(type)?.[1]
  if (element !== undefined)
    return Array.isArray(value)
      ? value.flatMap((each, index) => objections(element, each, `${at}[${index}]`))
      : [`${at} is no ${type}`]
  if (enumsMap[type]) return Object.values(enumsMap[type]).includes(value) ? [] : [`${at} is no ${type}`]
  if (!typeMap[type]) return primitives[type]?.(value) ? [] : [`${at} is no ${type}`]
  const attributes: Attribute[] = typeMap[type].getAttributeTypeMap()
  return Object.entries(value).flatMap(([name, member]) => {
    const known = attributes.find(({ baseName }) => baseName === name)
    return known ? objections(known.type, member, `${at}.${name}`) : [`${type} has no ${name}`]
  })
}

export function objectionsToRequest(path: string, query: object, body: unknown): string[] {
  const call = calls[path]
  if (!call) return [`The referee does not know ${path}`]
  const unknown = Object.keys(query).filter((name) => !queries.get(path)?.includes(name))
  if (call.body === undefined && body !== undefined) unknown.push('body')
  return [...unknown.map((name) => `${path} has no ${name}`), ...(call.body ? objections(call.body, body, call.body) : [])]
}

export function objectionsToAnswer(path: string, answer: unknown): string[] {
  const model = calls[path]?.answer
  return model === undefined ? [] : objections(model, answer, model)
}

export const objectionsToError = (answer: unknown): string[] => objections('ErrorResult', answer, 'ErrorResult')
