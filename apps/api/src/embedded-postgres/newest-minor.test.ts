import { expect, test } from 'vitest'
import { redactText } from '#api/platform/logging/redact.ts'
import { findBinaries } from './binaries.ts'
import { NEWEST, outdatedPostgresWarnings } from './newest-minor.ts'

const production = { mode: 'production', databaseUrl: undefined } as const
const newest = Number(NEWEST.version.split('.')[1])

test('warns of an embedded PostgreSQL without the fixes of the newest minor release, in production only', () => {
  const [warning, ...others] = outdatedPostgresWarnings(production, `18.${newest - 1}`)
  expect(warning).toBe(
    `The embedded PostgreSQL is 18.${newest - 1}, without the fixes of ${NEWEST.version} (the newest on ${NEWEST.lookedUp}): let DATABASE_URL lead to a PostgreSQL of your own.`,
  )
  expect([others, redactText(warning as string)]).toEqual([[], warning])
  expect(outdatedPostgresWarnings({ ...production, mode: 'development' }, `18.${newest - 1}`)).toEqual([])
  expect(outdatedPostgresWarnings({ ...production, databaseUrl: 'postgres://db.example/portal' }, '18.0')).toEqual([])
})

test('is silent for the newest, also one that came after the look-up', () => {
  expect(outdatedPostgresWarnings(production, NEWEST.version)).toEqual([])
  expect(outdatedPostgresWarnings(production, `18.${newest + 10}`)).toEqual([])
})

test('the look-up was of the major version that the portal contains', () => {
  expect(NEWEST.version.split('.')[0]).toBe(findBinaries().major)
})
