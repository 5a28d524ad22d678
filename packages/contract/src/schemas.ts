/**
 * The named schemas of the API document. Every exported object, union and list of values of these modules gets its name there.
 * Only the server may import this file: it loads all modules.
 */
import { z } from 'zod'
import * as views from './business/views.ts'
import * as modules from './modules.ts'

// An object and no list: the compiler would compare the modules of a list with each other, which takes minutes.
const named: Record<string, object> = {
  ...modules,
  views,
  // Each is in one call only, and has no name.
  search: {},
  // An invited admin has fewer fields than one who signs up.
  people: { ...modules.people, NewAdmin: undefined, InvitedAdmin: modules.people.NewAdmin },
}

/** Names that say more outside of this repository. */
const otherNames: Record<string, string> = { PatientRow: 'Patient', SaleState: 'TransactionState' }

const hasName = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject ||
  value instanceof z.ZodUnion ||
  value instanceof z.ZodDiscriminatedUnion ||
  value instanceof z.ZodEnum

/** Fails if two modules export different schemas by one name. */
export function findNamedSchemas(): Map<string, z.ZodType> {
  const schemas = new Map<string, z.ZodType>()
  for (const [exported, schema] of Object.values(named).flatMap((module) => Object.entries(module))) {
    const name = otherNames[exported] ?? exported
    if (!hasName(schema)) continue
    if (schemas.has(name) && schemas.get(name) !== schema) throw new Error(`Two schemas of the contract have the name ${name}`)
    schemas.set(name, schema)
  }
  return schemas
}
