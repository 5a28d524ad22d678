/**
 * The tables of docs/requirements.md: every call and screen that the specification names exists, under its name. Who may open each screen;
 * `everywhere/screens.spec.ts` opens them in a browser. And the rows of a page of each list; `everywhere/page-sizes.ts` compares the screens.
 */
import { existsSync, readFileSync } from 'node:fs'
import { allCalls, contract } from '@vialdesk/contract'
import { membershipIds, type Role } from '@vialdesk/contract/base/roles'
import { mayOpenScreen, type ScreenPath, screenAccess } from '@vialdesk/contract/base/screens'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { pageSizes, roleLetters, screenTable } from './access.fixture.ts'

const text = readFileSync(new URL('../../../../docs/requirements.md', import.meta.url), 'utf8')

/** The first cells of the table under a heading. */
const rowsUnder = (heading: string): string[] =>
  (text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ')[0]?.slice(2) ?? '')

const withoutNames = (path: string) => path.replaceAll(/\{[^}]+\}/g, '{}')
/** Files are no calls of the contract: each has a route of its own, or is a file of the web. */
const isFile = ({ app }: TestPortal, path: string) =>
  app.hasRoute({ method: 'GET', url: path.replace(/\{[^}]+\}(\.pdf)?$/, ':file') }) ||
  existsSync(new URL(`../../../web/public${path}`, import.meta.url))

test('the portal has the 149 calls of the specification', async () => {
  const calls = new Set(Object.values(contract).flatMap((feature) => Object.values(feature).map(({ key }) => withoutNames(key))))
  const portal = await startTestPortal()
  const rows = rowsUnder('Calls of the specification').map((cell) => cell.replaceAll('`', ''))
  expect(new Set(rows).size).toBe(149)
  const missing = rows.filter((row) => !calls.has(withoutNames(row)) && !isFile(portal, row.replace('GET ', '')))
  await portal.close()
  expect(missing).toEqual([])
})

test('the portal has the 59 screens of the specification', () => {
  const rows = rowsUnder('Screens of the specification').map((cell) => cell.split('`')[1] ?? '')
  expect(new Set(rows).size).toBe(59)
  expect(rows.filter((path) => !(path in screenAccess))).toEqual([])
})

test('each screen is open to the required roles, and to no others', () => {
  const roles = Object.keys(membershipIds) as Role[]
  const lettersOf = (screen: ScreenPath) =>
    mayOpenScreen(screen, undefined)
      ? 'public'
      : roles.filter((role) => mayOpenScreen(screen, role)).map((role) => roleLetters[role])
  const open = Object.keys(screenAccess).map((screen) => [screen, [...lettersOf(screen as ScreenPath)].sort().join('')])
  const required = Object.entries(screenTable).map(([screen, access]) => [screen, [...access].sort().join('')])
  expect(Object.fromEntries(open)).toEqual(Object.fromEntries(required))
})

test('every call has its path with and without the slash, and those under auth and domain also under api/v1', async () => {
  const { app, close } = await startTestPortal()
  const paths = Object.values(contract).flatMap((feature) => Object.values(feature).map((call) => call.path))
  const urls = new Set(
    paths.flatMap((path) => {
      const url = path.replaceAll(/\{\w+\}/g, '1')
      return [url, ...(/^\/(auth|domain)\//.test(url) ? [`/api/v1${url}`] : [])].flatMap((each) => [
        each,
        each.replace(/\/$/, ''),
      ])
    }),
  )
  // No call has this method: a known path refuses the method, and an unknown one does not exist.
  const statusOf = async (url: string) => (await app.inject({ method: 'PROPFIND' as 'GET', url })).statusCode
  const unknown: string[] = []
  for (const url of urls) if ((await statusOf(url)) !== 405) unknown.push(url)
  expect([await statusOf('/api/v1/nowhere/'), await statusOf('/api/v1/users/all/more/')]).toEqual([404, 404])
  await close()
  expect(unknown).toEqual([])
})

test('each list answers pages of the required size, and of 100 rows at most', () => {
  const lists = allCalls.flatMap(({ key, query }) =>
    query instanceof z.ZodObject && 'limit' in query.shape ? [{ key, query }] : [],
  )
  expect(Object.fromEntries(lists.map(({ key, query }) => [key, query.parse({}).limit]))).toEqual(pageSizes)
  const takes = (query: z.ZodType, limit: string) => query.safeParse({ limit }).success
  expect(lists.filter(({ query }) => !takes(query, '100') || takes(query, '101') || takes(query, '0'))).toEqual([])
})
