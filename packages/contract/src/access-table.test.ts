/** Draws who may make each call as one page, for review. The rows from the requirements are in apps/api/src/every-call/access.fixture.ts. */
import { expect, test } from 'vitest'
import type { Access } from './access.ts'
import type { Call } from './call.ts'
import { allCalls, contract } from './index.ts'
import { workingRoles } from './roles.ts'

function describeAccess(access: Access): string {
  if (typeof access === 'string') return access
  const [[, common] = []] = Object.entries(access)
  const isEverybody = workingRoles.every((role) => access[role])
  const named = Object.entries(access).filter(([, scope]) => !isEverybody || scope !== common)
  return [...(isEverybody ? [`every role ${common}`] : []), ...named.map(([role, scope]) => `${role} ${scope}`)].join(', ')
}

function describeProof({ proof }: Call): string[] {
  if (!proof || 'never' in proof) return []
  return ['asks' in proof ? `asks ${proof.asks}` : `asks for ${proof.asksFor.join(', ')}`]
}

const describeCall = (call: Call) =>
  `  ${[`${call.key}: ${describeAccess(call.access)}`, ...(call.machine ? ['machine'] : []), ...describeProof(call)].join('; ')}`

test('each call says who may make it', async () => {
  const features = Object.entries<Record<string, Call>>(contract)
  const text = features.map(([name, calls]) => [name, ...Object.values(calls).map(describeCall), ''].join('\n')).join('\n')
  await expect(text).toMatchFileSnapshot('access-table.snapshot.txt')
})

test('no two calls have the same method and path', () => {
  const keys = allCalls.map(({ key }) => key)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})
