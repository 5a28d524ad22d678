/** Open label requests on the dashboards of the admin and the center. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRequestRow } from '#api/features/shipping/requests/label-requests.fixture.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('counts the open requests of the domain for an admin, and of the center for a center', async () => {
  const { admin, center, other } = await portal.seed(async (db) => {
    const [center, other] = [await createCenter(db), await createCenter(db)]
    await createRequestRow(db, { center_id: center })
    await createRequestRow(db, { center_id: center })
    await createRequestRow(db, { center_id: center, tracking_number: 'T-1', tracking_link: 'https://carrier.example/T-1' })
    await createRequestRow(db, { center_id: other })
    return { admin: await createUser(db, 'admin'), center, other }
  })
  await portal.seedOther(async (db) => createRequestRow(db, { center_id: await createCenter(db) }))
  const waiting = async (user: number, kind: string) =>
    (await (await portal.as(user)).get(`/api/v1/dashboards/${kind}/`)).json().labels_waiting
  expect(await waiting(admin, 'admin')).toBe(3)
  expect(await waiting(center, 'harvest-center')).toBe(2)
  expect(await waiting(other, 'harvest-center')).toBe(1)
})
