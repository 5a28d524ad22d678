/** The preparation of uploads, at the portal's own engine and at an external provider. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SignatureProvider, SigningRefused, SigningUnavailable, type TemplateState } from '#api/platform/ports/signing.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { NOT_PREPARED, NOT_REACHED } from './prepare-template.commands.ts'
import { chooseProvider, externalProvider, NEW_TEMPLATE, sendForm, TEMPLATES_PATH, taggedPdf } from './templates.fixture.ts'

let portal: TestPortal
let admin: number
let providers: TestPortal['ports']['signing']
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.seed((db) => createUser(db, 'admin'))
  providers = { ...portal.ports.signing }
})
afterAll(() => portal.close())
beforeEach(async () => {
  Object.assign(portal.ports.signing, providers)
  // Without triggers: versions are never deleted otherwise.
  await portal.owner.query(`
    begin;
    set local session_replication_role = replica;
    delete from template_versions;
    delete from templates;
    delete from stored_files;
    delete from signing_settings;
    delete from graphile_worker._private_jobs;
    commit`)
})

const add = async (): Promise<number> =>
  (await sendForm(portal, TEMPLATES_PATH, NEW_TEMPLATE, taggedPdf(), { by: admin })).json().id
const rowOf = async (id: number) =>
  (
    await portal.owner.query(
      'select provider, provider_ref, status, status_reason, version, upload_key, missing_signatures from templates where id = $1',
      [id],
    )
  ).rows[0]
const path = (type = 2, id = portal.domainId) => `${TEMPLATES_PATH}status-by-domain/${id}/type/${type}/`
const verify = async () => (await portal.as(admin)).get(path())
const makeDue = () =>
  portal.owner.query('update graphile_worker._private_jobs set run_at = now(), attempts = least(attempts, 11)')
/** Runs the waiting job as its last attempt. */
const runLastAttempt = async () => {
  await portal.owner.query('update graphile_worker._private_jobs set run_at = now(), attempts = max_attempts - 1')
  await portal.runJobs()
}
const useProvider = async (methods: Partial<SignatureProvider>) => {
  Object.assign(portal.ports.signing, { boldsign: externalProvider(methods) })
  await chooseProvider(portal, 'boldsign')
}
const completed = async (): Promise<TemplateState> => ({ status: 'Completed', reason: '', missingSignatures: [] })
const preparing = async (): Promise<TemplateState> => ({ status: 'Processing', reason: '', missingSignatures: [] })

describe("the portal's own engine", () => {
  test('keeps the prepared PDF and forgets the upload', async () => {
    const id = await add()
    const { upload_key } = await rowOf(id)
    await portal.runJobs()
    expect(await rowOf(id)).toMatchObject({ provider: 'embedded', provider_ref: null, status: 'Completed', upload_key: null })
    const files = await portal.owner.query(
      `select key = $1 as is_upload, unused_since is null as is_used from stored_files where key like '%/templates/%' order by 1`,
      [upload_key],
    )
    expect(files.rows).toEqual([
      { is_upload: false, is_used: true },
      { is_upload: true, is_used: false },
    ])
  })

  test('goes on after a death between any two steps, and makes one version', async () => {
    const { embedded } = portal.ports.signing
    const id = await add()
    const order = { templateId: (await portal.owner.query('select template_id from templates')).rows[0].template_id }
    const values = { title: '', description: '', message: '', type: 2, pdf: taggedPdf() }
    // The job died after the provider made the template, and before the portal knew of it.
    await embedded.createTemplate({ domainId: portal.domainId }, { ...order, ...values })
    expect(await rowOf(id)).toMatchObject({ status: 'Processing', version: 1 })
    await portal.runJobs()
    expect(await rowOf(id)).toMatchObject({ status: 'Completed', version: 1, upload_key: null })
    // The job died after its last step, and the queue repeats it.
    await portal.seed((db) => db.enqueue('templates.prepare', { template_id: id, lookup: 0 }))
    await portal.runJobs()
    expect(await rowOf(id)).toMatchObject({ status: 'Completed', version: 1 })
    expect((await portal.owner.query('select version from template_versions')).rows).toEqual([{ version: 1 }])
  })

  test('is tried again until it answers', async () => {
    const { embedded } = portal.ports.signing
    const unavailable = async () => {
      throw new SigningUnavailable('away')
    }
    Object.assign(portal.ports.signing, { embedded: { ...embedded, createTemplate: unavailable } })
    const id = await add()
    await portal.runJobs()
    expect(await rowOf(id)).toMatchObject({ status: 'Processing' })
    Object.assign(portal.ports.signing, { embedded })
    await makeDue()
    await portal.runJobs()
    expect(await rowOf(id)).toMatchObject({ status: 'Completed' })
  })
})

describe('an external provider', () => {
  test('prepares the template while the portal looks it up', async () => {
    const made: unknown[] = []
    const states = [preparing, preparing, completed]
    await useProvider({
      createTemplate: async (account, template) => {
        made.push([account.settings?.api_key, template.title, template.pdf.subarray(0, 5).toString()])
        return 'bold-1'
      },
      lookUpTemplate: async (_account, ref) => {
        expect(ref).toBe('bold-1')
        return (states.shift() ?? completed)()
      },
    })
    const id = await add()
    await portal.runJobs()
    expect(await rowOf(id)).toMatchObject({ provider: 'boldsign', provider_ref: 'bold-1', status: 'Processing' })
    for (let lookup = 0; lookup < 2; lookup++) {
      await makeDue()
      await portal.runJobs()
    }
    expect(await rowOf(id)).toMatchObject({ status: 'Completed', version: 1, upload_key: null })
    expect(made).toEqual([['key of the tests', 'Storage agreement', '%PDF-']])
    const { rows } = await portal.owner.query('select pages, fields from template_versions')
    expect(rows).toEqual([{ pages: [{ width: 612, height: 792 }], fields: [] }])
  })

  test('fails with its reason when it refuses', async () => {
    await useProvider({
      createTemplate: async () => {
        throw new SigningRefused('The file has a form that is not supported.')
      },
    })
    const id = await add()
    await portal.runJobs()
    const { data } = (await (await portal.as(admin)).get(`${TEMPLATES_PATH}by-domain/${portal.domainId}/type/2/`)).json()
    expect(data).toMatchObject([{ id, status: 'Failed', status_reason: 'The file has a form that is not supported.' }])
  })

  test.each([
    ['does not answer', new SigningUnavailable('away'), NOT_REACHED],
    ['breaks', new Error('broken'), NOT_PREPARED],
  ])('fails after the last attempt when it %s', async (_what, error, reason) => {
    await useProvider({
      createTemplate: async () => {
        throw error
      },
    })
    const id = await add()
    await portal.runJobs()
    expect(await rowOf(id)).toMatchObject({ status: 'Processing', status_reason: '' })
    await runLastAttempt()
    expect(await rowOf(id)).toMatchObject({ status: 'Failed', status_reason: reason })
  })

  test('fails when it is never ready', async () => {
    await useProvider({ createTemplate: async () => 'bold-1', lookUpTemplate: preparing })
    const id = await add()
    await portal.seed((db) =>
      db.enqueue('templates.prepare', { template_id: id, lookup: 10 }, { key: `templates.prepare:${id}` }),
    )
    await portal.runJobs()
    expect(await rowOf(id)).toMatchObject({ status: 'Failed', status_reason: NOT_PREPARED })
  })
})

describe('GET /domain/file-signs/status-by-domain/{id}/type/{type}/', () => {
  test('asks the provider and saves its answer', async () => {
    let state: TemplateState = { status: 'Completed', reason: '', missingSignatures: ['patient'] }
    await useProvider({ createTemplate: async () => 'bold-1', lookUpTemplate: async () => state })
    const id = await add()
    await portal.runJobs()
    expect((await verify()).json().data).toMatchObject([{ id, status: 'Completed', missing_signatures: ['patient'] }])
    state = { status: 'Completed', reason: '', missingSignatures: [] }
    expect((await verify()).json().data).toMatchObject([{ id, status: 'Completed', missing_signatures: [] }])
  })

  test('shows a template that the provider no longer has as failed', async () => {
    await useProvider({ createTemplate: async () => 'bold-1', lookUpTemplate: completed })
    await add()
    await portal.runJobs()
    await useProvider({
      lookUpTemplate: async () => {
        throw new SigningRefused('This template was deleted.')
      },
    })
    expect((await verify()).json().data).toMatchObject([{ status: 'Failed', status_reason: 'This template was deleted.' }])
  })

  test('tries a failed preparation again', async () => {
    await useProvider({
      createTemplate: async () => {
        throw new SigningRefused('The API key is wrong.')
      },
    })
    const id = await add()
    await portal.runJobs()
    await useProvider({ createTemplate: async () => 'bold-1', lookUpTemplate: completed })
    expect((await verify()).json().data).toMatchObject([{ id, status: 'Processing', status_reason: '' }])
    await portal.runJobs()
    expect(await rowOf(id)).toMatchObject({ status: 'Completed', provider_ref: 'bold-1' })
  })

  test('prepares a template whose job was lost', async () => {
    const id = await add()
    await portal.owner.query('delete from graphile_worker._private_jobs')
    expect((await verify()).json().data).toMatchObject([{ id, status: 'Processing' }])
    await portal.runJobs()
    expect(await rowOf(id)).toMatchObject({ status: 'Completed' })
  })

  test('changes nothing while the provider does not answer', async () => {
    await useProvider({ createTemplate: async () => 'bold-1', lookUpTemplate: completed })
    const id = await add()
    await portal.runJobs()
    await useProvider({
      lookUpTemplate: async () => {
        throw new SigningUnavailable('away')
      },
    })
    const answer = await verify()
    const message = 'The signing provider cannot be reached now. Try again later.'
    expect([answer.statusCode, answer.json().message]).toEqual([503, message])
    expect(await rowOf(id)).toMatchObject({ status: 'Completed' })
  })

  test('does not find another domain, and refuses other roles', async () => {
    expect((await (await portal.as(admin)).get(path(2, portal.otherDomainId))).statusCode).toBe(404)
    const rep = await portal.seed((db) => createUser(db, 'sales_rep'))
    expect((await (await portal.as(rep)).get(path())).statusCode).toBe(403)
  })
})
