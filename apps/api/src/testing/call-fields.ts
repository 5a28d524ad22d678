/** The input fields of all calls in the contract, for tests that cover each field. */
import { allCalls } from '@vialdesk/contract'
import type { Call } from '@vialdesk/contract/base/call'
import type { Role } from '@vialdesk/contract/base/roles'
import { z } from 'zod'
import { createUser } from './factories.ts'
import type { TestPortal } from './test-portal.ts'

export interface CallField {
  /** Call, part and dotted path of the field, for a test title. */
  title: string
  call: Call
  part: 'query' | 'body'
  path: string[]
}

interface Schema {
  type?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}

/** Paths of the fields of this kind. For a list, the fields of its first item. */
function pathsOf(schema: Schema, kind: 'string' | 'array', path: string[] = []): string[][] {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.flatMap((option) => pathsOf(option, kind, path))
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([key, part]) => pathsOf(part, kind, [...path, key]))
  }
  const own = schema.type === kind ? [path] : []
  return schema.items ? [...own, ...pathsOf(schema.items, kind, [...path, '0'])] : own
}

/** All fields of this kind in the queries and bodies of all calls. */
export const fieldsOf = (kind: 'string' | 'array'): CallField[] =>
  allCalls.flatMap((call) =>
    (['query', 'body'] as const).flatMap((part) => {
      const schema = call[part]
      if (!schema) return []
      const paths = pathsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, kind)
      const distinct = new Map(paths.map((path) => [path.join('.'), path]))
      return [...distinct].map(([dotted, path]) => ({ title: `${call.key} ${part} ${dotted}`, call, part, path }))
    }),
  )

/** An input with only this value at this path. */
export const inputWith = ([key, ...rest]: string[], value: unknown): unknown => {
  if (key === undefined) return value
  return key === '0' ? [inputWith(rest, value)] : { [key]: inputWith(rest, value) }
}

/** The URL path of a call with valid ids, which need not exist. */
export function urlPathOf({ path, params }: Call): string {
  const id = params.safeParse({ id: 'x' }).error && params.safeParse({ id: '1', hc_id: '1', type: '4' }).success ? '1' : undefined
  return path
    .replace('{id}', id ?? '00000000-0000-4000-8000-000000000000')
    .replace('{type}', '4')
    .replace(/\{\w+\}/g, '1')
}

/** Returns a function that gives the token of a user who may make a call: the first role in its row of the access table. */
export function tokenGetter(portal: TestPortal) {
  const tokens = new Map<Role, string>()
  return async ({ access }: Call): Promise<string | undefined> => {
    if (access === 'public') return undefined
    const role = access === 'session' ? 'admin' : (Object.keys(access)[0] as Role)
    const token = tokens.get(role) ?? (await portal.tokenOf(await portal.seed((db) => createUser(db, role))))
    tokens.set(role, token)
    return token
  }
}
