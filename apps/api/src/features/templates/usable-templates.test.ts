import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#api/db/db.ts'
import { columnCipher } from '#api/platform/crypto/sealed-columns.ts'
import { createTemplate, signatureField } from '#api/testing/document-factories.ts'
import { createCenter } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import {
  findUsableTemplate,
  findUsableTemplateById,
  findUsableTemplates,
  getSigningAccount,
  getTemplateVersion,
} from './usable-templates.queries.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

/** Changes are rolled back, so that no test sees the templates of another. */
const rolledBack = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  let result: T | undefined
  const stop = new Error('stop')
  await portal
    .seed(async (db) => {
      result = await work(db)
      throw stop
    })
    .catch((error) => {
      if (error !== stop) throw error
    })
  return result as T
}

const setTemplate = (db: Db, id: number, values: object) =>
  db.updateTable('templates').set(values).where('domain_id', '=', db.domainId).where('id', '=', id).execute()

describe('findUsableTemplate', () => {
  test('returns the newest template of the group', async () => {
    const found = await rolledBack(async (db) => {
      await createTemplate(db, { document_group: 'processing' })
      const newest = await createTemplate(db, { document_group: 'processing', title: 'Official Processing' })
      await createTemplate(db, { document_group: 'storage' })
      const template = await findUsableTemplate(db, { type: 2, group: 'processing' })
      expect(template).toMatchObject({ ...newest, version: 1, provider: 'embedded', template_ref: newest.template_id })
      return template
    })
    expect(found?.title).toBe('Official Processing')
  })

  test.each([
    ['inactive', { is_active: false }],
    ['being prepared', { status: 'Processing', version: 0 }],
    ['failed', { status: 'Failed', version: 0 }],
    ['without a place for a signature', { missing_signatures: ['patient'] }],
  ])('skips a template that is %s', async (_state, values) => {
    await rolledBack(async (db) => {
      const older = await createTemplate(db)
      const newer = await createTemplate(db)
      await setTemplate(db, newer.id, values)
      expect((await findUsableTemplate(db, { type: 2, group: 'attestation' }))?.id).toBe(older.id)
      expect(await findUsableTemplateById(db, newer.template_id)).toBeUndefined()
      expect((await findUsableTemplates(db, 2)).map(({ id }) => id)).toEqual([older.id])
    })
  })

  test("prefers the center's own attestation, and gives it to no other center", async () => {
    await rolledBack(async (db) => {
      const [center, other] = [await createCenter(db), await createCenter(db)]
      const own = await createTemplate(db, { center_id: center })
      const general = await createTemplate(db)
      const found = async (centerId?: number) => (await findUsableTemplate(db, { type: 2, group: 'attestation', centerId }))?.id
      expect([await found(center), await found(other), await found()]).toEqual([own.id, general.id, general.id])
      expect((await findUsableTemplates(db, 2)).map(({ id }) => id)).toEqual([general.id])
    })
  })

  test('prefers the template that is chosen in the account of the center', async () => {
    await rolledBack(async (db) => {
      const chosen = await createTemplate(db)
      await createTemplate(db)
      const center = await createCenter(db, { template_id: chosen.template_id })
      await createTemplate(db, { center_id: center })
      expect((await findUsableTemplate(db, { type: 2, group: 'attestation', centerId: center }))?.id).toBe(chosen.id)
    })
  })

  test('does not find templates of another domain', async () => {
    await portal.seedOther((db) => createTemplate(db))
    expect(await rolledBack((db) => findUsableTemplate(db, { type: 2, group: 'attestation' }))).toBeUndefined()
  })
})

describe('getTemplateVersion', () => {
  test('returns the newest version, or the requested one', async () => {
    await rolledBack(async (db) => {
      const fields = [signatureField()]
      const { id } = await createTemplate(db, { fields })
      expect(await getTemplateVersion(db, id)).toMatchObject({ template_id: id, version: 1, fields })
      expect(await getTemplateVersion(db, id, 1)).toMatchObject({ version: 1, pages: [{ width: 612, height: 792 }] })
      await expect(getTemplateVersion(db, id, 2)).rejects.toMatchObject({ code: 'not_found' })
    })
  })
})

test('a domain signs with its provider, and older documents with theirs', async () => {
  const { secretKey } = portal.ports
  await rolledBack(async (db) => {
    expect(await getSigningAccount(db, secretKey)).toMatchObject({ provider: 'embedded', account: { domainId: db.domainId } })
    const api_key = columnCipher('signing_settings', secretKey).encrypt('key of the tests', db.domainId, 'api_key')
    const values = { domain_id: db.domainId, provider: 'boldsign', region: 'eu', api_key }
    await db.insertInto('signing_settings').values(values).execute()
    const settings = { region: 'eu', api_key: 'key of the tests' }
    expect(await getSigningAccount(db, secretKey)).toMatchObject({ provider: 'boldsign', account: { settings } })
    expect(await getSigningAccount(db, secretKey, 'embedded')).toMatchObject({ provider: 'embedded' })
  })
})
