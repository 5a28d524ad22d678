import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { makePdf } from '../journey/pdf-file.ts'
import { addTemplate, editorPath, openEditor } from '../journey/templates.ts'
import { fields, save, type } from './editor-page.ts'

test('a field that is not complete is not saved', async ({ page, request, rows }) => {
  await openEditor(page, await editorPath(rows, await addTemplate(request, rows, 1)))
  await type(page, 'Dropdown').click()
  await page.getByRole('textbox', { name: 'Options' }).fill('')
  await expect(fields(page, /not complete$/)).toHaveCount(1)
  await type(page, 'Signature').click()
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was saved. Dropdown for Patient on page 1: Add an option.')
  await expect(page.getByRole('textbox', { name: 'Options' })).toHaveAccessibleDescription(/Add an option\./)
  await expectAccessible(page)
})

test('a slow or failed PDF leaves a clear page', async ({ page, request, rows, refusals }) => {
  const path = await editorPath(rows, await addTemplate(request, rows, 1))
  refusals.expect(500, '/api/v1/template-editor/pdf/')
  const failing = Promise.withResolvers<void>()
  await page.route('**/template-editor/pdf/', async (route) => {
    await failing.promise
    await route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong. Nothing was saved.' } })
  })
  await page.goto(path)
  await expect(page.getByText('Loading the pages…')).toBeAttached()
  failing.resolve()
  await expect(page.getByText('The PDF could not be loaded')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/template-editor/pdf/')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('application', { name: 'Fields on page 1' })).toBeVisible()
})

test('a page of the portal shows the editor in a frame and learns about changes', async ({ page, request, rows }) => {
  const path = await editorPath(rows, await addTemplate(request, rows, 1))
  await page.goto('/unauthorized')
  await page.evaluate((src) => {
    const received: unknown[] = []
    Object.assign(window, { received })
    window.addEventListener('message', (event) => event.origin === location.origin && received.push(event.data))
    const frame = Object.assign(document.createElement('iframe'), { src, title: 'Editor' })
    frame.style.cssText = 'width:1200px;height:700px'
    document.body.replaceChildren(frame)
  }, path)
  const received = () => page.evaluate(() => (window as unknown as { received: unknown[] }).received)
  const frame = page.frameLocator('iframe')
  const source = 'vialdesk-template-editor'
  await frame.getByRole('button', { name: 'Signature', exact: true }).click()
  await expect.poll(received).toEqual([
    { source, type: 'loaded' },
    { source, type: 'changed', unsaved: false },
    { source, type: 'changed', unsaved: true },
  ])
  await frame.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(received).toEqual(
    expect.arrayContaining([
      { source, type: 'changed', unsaved: false },
      { source, type: 'saved', version: 2 },
    ]),
  )
})

test('two admins edit one template: the second keeps the own fields', async ({ page, openPage, request, rows, refusals }) => {
  const template = await addTemplate(request, rows, 1)
  const other = await openPage()
  await openEditor(page, await editorPath(rows, template))
  await openEditor(other, await editorPath(rows, template))
  await type(other, 'Date').click()
  await save(other).click()
  await expect(other.getByText('Saved as version 2.')).toBeVisible()

  refusals.expect(409, '/api/v1/template-editor/save/')
  await type(page, 'Signature').click()
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('Someone else saved a newer version. Your changes are not saved.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep my fields' }).click()
  await expect(page.getByText('Your fields are now based on version 2.', { exact: false })).toBeVisible()
  await save(page).click()
  await expect(page.getByText('Saved as version 3.')).toBeVisible()
  await expect(fields(page)).toHaveCount(1)

  await test.step('an earlier version can be loaded, and the loading undone', async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Load version 2' }).click()
    await expect(page.getByText('The fields of version 2 are loaded.', { exact: false }).first()).toBeVisible()
    await expect(fields(page, /^Date for/)).toHaveCount(1)
    await expect(fields(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(fields(page, /^Signature/)).toHaveCount(1)
  })
})

test('an admin replaces the PDF and sends a test', async ({ page, request, rows, refusals }) => {
  const path = await editorPath(rows, await addTemplate(request, rows, 3))
  await openEditor(page, path)
  await type(page, 'Signature').click()
  await page.getByRole('button', { name: 'Repeat on all pages' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Replace PDF' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace the PDF' })
  await expect(dialog).toContainText('Your changes are saved first.')
  await expectAccessible(page)
  refusals.expect(422, '/api/v1/template-editor/replace-pdf/')
  const choose = (buffer: Buffer) =>
    dialog.getByLabel('New PDF').setInputFiles({ name: 'new.pdf', mimeType: 'application/pdf', buffer })
  await choose(Buffer.from('not a PDF'))
  await expect(dialog.getByRole('alert')).toBeVisible()
  await choose(makePdf(1, 'New agreement'))
  await expect(dialog).toBeHidden()
  await expect(
    page.getByText('2 fields were removed, because their pages no longer exist.', { exact: false }).first(),
  ).toBeVisible()
  await expect(page.getByText('Version 3', { exact: true })).toBeVisible()
  await expect(fields(page)).toHaveCount(1)
  await expect(page.getByText('New agreement, page 1')).toBeAttached()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Send test' }).click()
  await expect(page.getByText('A test was sent to admin@demo.example.')).toBeVisible()
})

test('a link that is over says how to go on', async ({ page, refusals }) => {
  refusals.expect(410, '/api/v1/template-editor/open/')
  await page.goto('/template-editor')
  await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible()
  await page.goto('/template-editor#no-such-secret')
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await expect(page.getByText('open the editor again', { exact: false })).toBeVisible()
  await expectAccessible(page)
})

test('a renewed link keeps what was not saved', async ({ page, request, rows, refusals }) => {
  const template = await addTemplate(request, rows, 1)
  await openEditor(page, await editorPath(rows, template))
  await type(page, 'Signature').click()
  // The session ends with the log-in of the admin who opened the editor.
  refusals.expect(410, '/api/v1/template-editor/save/')
  await page.route('**/template-editor/save/', (route) =>
    route.fulfill({ status: 410, json: { code: 'link_expired', message: 'This editor has expired.' } }),
  )
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('This editor link has expired. Your last changes are not saved.')
  await page.unroute('**/template-editor/save/')
  const { hash } = new URL(await editorPath(rows, template), 'http://localhost')
  await page.evaluate((secret) => {
    location.hash = secret
  }, hash)
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(fields(page, /^Signature/)).toHaveCount(1)
  await save(page).click()
  await expect(page.getByText('Saved as version 2.')).toBeVisible()
})
