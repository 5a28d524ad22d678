/** Assets Manager and Resource Center. */
import { expectAccessible, expectContrast } from './journey/accessible.ts'
import { holdAnswers } from './journey/hold-answers.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { makePdf } from './journey/pdf-file.ts'
import type { Rows } from './journey/rows.ts'
import { chooseOption, chooseRowAction, listRows } from './journey/tables.ts'
import { addAsset } from './resources/add-asset.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
/** A green picture of 2 × 2 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGOo37EEiBggFAAzbgdtEIW3YgAAAABJRU5ErkJggg==',
  'base64',
)
const phone = { width: 390, height: 844 }

test('an admin adds an asset with links and files, orders them, changes it and removes it', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const admin = await signedIn('admin')
  const name = rows.uniqueName('Welcome kit')
  const row = () => listRows(admin, 'Assets', name)
  await admin.goto('/assets-manager')
  await expect(admin.getByRole('heading', { name: 'Asset List' })).toBeVisible()
  await admin.getByRole('button', { name: 'Add Asset' }).click()
  const form = dialogOf(admin, 'Add Asset')
  const filesOf = () => form.getByRole('list', { name: 'Order of the links and files' }).getByRole('textbox')

  await test.step('the form names what is missing', async () => {
    await form.getByRole('button', { name: 'Add Link' }).click()
    await form.getByRole('button', { name: 'Add Asset' }).click()
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription('This field is required.')
    await expect(form.getByLabel('Link path')).toHaveAccessibleDescription('Enter a link that begins with https://.')
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await form.getByLabel('Description').fill('How to begin.')
    await form.getByLabel('Link path').fill('https://kit.example/start')
    await chooseOption(form.getByRole('combobox', { name: 'Memberships' }), 'HC Staff')
  })

  await test.step('Enter adds a section, a blank one is ignored, and Backspace removes the last one', async () => {
    const field = form.getByRole('combobox', { name: 'Resource sections' })
    const tags = form.locator('.mantine-TagsInput-pill')
    await field.fill('/dashboard')
    await field.press('Enter')
    await field.fill('/lab/{id?}')
    await field.press('Enter')
    await field.fill('   ')
    await field.press('Enter')
    await expect(tags).toHaveText(['/dashboard', '/lab/{id?}'])
    await field.fill('')
    await field.press('Backspace')
    await expect(tags).toHaveText(['/dashboard'])
    await expect(form, 'Enter sends nothing').toBeVisible()
  })

  await test.step('a disguised file is refused with the reason, and a PDF is taken', async () => {
    const input = form.getByLabel('Add a file')
    refusals.expect(422, '/api/v1/assets/process-file/')
    await input.setInputFiles({
      name: 'guide.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('<script>alert(1)</script>'),
    })
    await expect(form.getByText(/^This kind of file is not accepted\. Choose a PDF/)).toBeVisible()
    await input.setInputFiles({ name: 'Guide.pdf', mimeType: 'application/pdf', buffer: makePdf(2, 'Guide') })
    await expect(form.getByLabel('File name')).toHaveValue('Guide')
    await input.setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer: PICTURE })
    await expect(form.getByLabel('File name')).toHaveCount(2)
    await expectAccessible(admin)
  })

  await test.step('the order changes by arrows, keys and dragging', async () => {
    const names = () =>
      filesOf().evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).filter(Boolean))
    await form.getByRole('button', { name: 'Move Guide up' }).click()
    await expect.poll(names).toEqual(['Guide', 'https://kit.example/start', 'box'])
    await form.getByRole('button', { name: 'Drag box' }).focus()
    // The list measures its rows before it takes the next key, and then announces what happened.
    for (const [key, announced] of [
      ['Space', /box is over place 3 of/],
      ['ArrowUp', /box is over place 2 of/],
      ['Space', /box is dropped at place 2 of/],
    ] as const) {
      await admin.keyboard.press(key)
      await expect(admin.getByRole('status').filter({ hasText: announced })).toHaveCount(1)
    }
    await expect.poll(names).toEqual(['Guide', 'box', 'https://kit.example/start'])
    const [from, to] = [
      await boxOf(form.getByRole('button', { name: 'Drag box' })),
      await boxOf(form.getByRole('button', { name: 'Drag Guide' })),
    ]
    await admin.mouse.move(from.x, from.y)
    await admin.mouse.down()
    await admin.mouse.move(from.x, from.y - 10, { steps: 4 })
    await admin.mouse.move(to.x, to.y - 10, { steps: 8 })
    await admin.mouse.up()
    await expect.poll(names).toEqual(['box', 'Guide', 'https://kit.example/start'])
  })

  await test.step('the list has the new asset', async () => {
    await form.getByRole('button', { name: 'Add Asset' }).click()
    await expect(form.page().getByText('Asset has been added!')).toBeVisible()
    await expect(form, 'closes automatically').toBeHidden()
    await expect(row()).toContainText(/HC Staff.*\/dashboard.*box.*Guide.*PDF.*0 views.*kit\.example\/start/)
    await expect(admin.getByText(/^Page \d+ of \d+$/)).toBeVisible()
    await expectAccessible(admin)
    await admin.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(admin, 'dark')
  })

  await test.step('the same form changes it, on a phone', async () => {
    await admin.setViewportSize(phone)
    await chooseRowAction(admin, row(), 'Edit')
    const edit = dialogOf(admin, 'Edit Asset')
    await edit.getByRole('button', { name: 'Remove box' }).click()
    await edit.getByLabel('Link name').fill('Our site')
    await expectAccessible(admin)
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit.page().getByText('Asset has been updated!')).toBeVisible()
    await expect(edit).toBeHidden()
    await expect(row()).toContainText(/Guide.*Our site/)
    await expect(row()).not.toContainText('box')
    await expectAccessible(admin)
    await admin.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('removing asks with the name, and a search finds it no more', async () => {
    await chooseRowAction(admin, row(), 'Remove')
    const question = dialogOf(admin, 'Remove Asset')
    await expect(question).toContainText(name)
    await question.getByRole('button', { name: 'Close' }).click()
    await expect(row()).toBeVisible()
    await chooseRowAction(admin, row(), 'Remove')
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(row()).toHaveCount(0)
    await admin.getByRole('searchbox', { name: 'Search assets' }).fill(name)
    await expect(admin.getByText('No results')).toBeVisible()
  })
})

async function boxOf(handle: ReturnType<Page['getByRole']>) {
  const box = await handle.boundingBox()
  if (!box) throw new Error('The handle is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('pages of assets have buttons around their number', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  const asset = { asset_name: 'Kit', description: 'Text', membership_ids: '', domain: 1, sections: [], assets: [] }
  await admin.route(/\/api\/v1\/assets\/\?/, (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset') ?? 0)
    const results = Array.from({ length: offset === 20 ? 3 : 10 }, (_, index) => ({ ...asset, id: 100 - offset - index }))
    return route.fulfill({ json: { count: 23, results } })
  })
  await admin.goto('/assets-manager')
  const pages = admin.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('Page 1 of 3')
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages).toContainText('Page 2 of 3')
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages).toContainText('Page 3 of 3')
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()
})

test('a slow list of assets is announced', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  const release = await holdAnswers(admin, /\/api\/v1\/assets\/\?/)
  await admin.goto('/assets-manager')
  await expect(admin.getByText('Loading assets...')).toBeAttached()
  release()
  await expect(admin.getByText('Loading assets...')).toBeHidden()
})

test('a save that fails shows the message of the server for 3 seconds', async ({ signedIn, refusals }) => {
  const admin = await signedIn('admin')
  await admin.clock.install()
  await admin.goto('/assets-manager')
  await admin.getByRole('button', { name: 'Add Asset' }).click()
  const form = dialogOf(admin, 'Add Asset')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Kit')
  await form.getByLabel('Description').fill('Text')
  refusals.expect(409, '/api/v1/assets/')
  await admin.route(/\/api\/v1\/assets\/$/, (route) =>
    route.fulfill({ status: 409, json: { code: 'conflict', message: 'Not now.' } }),
  )
  await admin.clock.pauseAt(new Date(Date.now() + 60_000))
  await form.getByRole('button', { name: 'Add Asset' }).click()
  const banner = form.getByRole('alert').filter({ hasText: 'Not now.' })
  await expect(banner).toBeVisible()
  await admin.clock.runFor(2800)
  await expect(banner).toBeVisible()
  await admin.clock.runFor(400)
  await expect(banner).toBeHidden()
})

test('users find the resources of their membership, preview files, and their views are counted', async ({ signedIn, rows }) => {
  const name = rows.uniqueName('Collection guide')
  const center = await signedIn('harvestcenter')
  const admin = await signedIn('admin')
  const stored = await Promise.all([
    upload(admin, rows, 'Guide.pdf', makePdf(2, 'Guide')),
    upload(admin, rows, 'Box.png', PICTURE),
  ])
  const link = { type: 1, name: 'Our site', path: 'https://kit.example/start' }
  await addAsset(rows, {
    asset_name: name,
    sections: [{ url: '/patients-signatures' }],
    assets: [{ type: 2, name: 'Guide', path: stored[0] }, { type: 2, name: 'Box', path: stored[1] }, link],
  })
  await center.goto('/resource-center')
  await center.getByRole('searchbox', { name: 'Search resources' }).fill(name)
  const section = center.getByRole('region', { name: 'Patient Signatures' })
  const card = section.getByRole('listitem').filter({ hasText: name }).first()
  await expect(card).toBeVisible()
  await expectAccessible(center)

  await test.step('a PDF and a picture open in the page', async () => {
    await card.getByRole('button', { name: 'Guide' }).click()
    const pdf = dialogOf(center, 'Guide')
    await expect(pdf.getByRole('img', { name: 'Page 2' }).or(pdf.getByLabel('Page 2'))).toBeVisible()
    await expect(pdf.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', /^\/media\/assets\/.*signature=/)
    await expectAccessible(center)
    await center.keyboard.press('Escape')
    await card.getByRole('button', { name: 'Box' }).click()
    await expect(dialogOf(center, 'Box').getByRole('img', { name: 'Box' })).toBeVisible()
    await center.keyboard.press('Escape')
  })

  await test.step('a link opens safely in a new tab', async () => {
    const site = card.getByRole('link', { name: 'Our site' })
    await expect(site).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(site).toHaveAttribute('target', '_blank')
    await center.context().route('https://kit.example/**', (route) => route.fulfill({ body: 'The site' }))
    const [tab] = await Promise.all([center.context().waitForEvent('page'), site.click()])
    await tab.close()
  })

  await test.step('the admin sees the views, and another role sees nothing', async () => {
    await admin.goto(`/assets-manager?search=${encodeURIComponent(name)}`)
    await expect(listRows(admin, 'Assets', name)).toContainText(/Guide.*1 view.*Box.*1 view.*Our site.*1 view/)
    const patient = await signedIn('patient')
    await patient.goto(`/resource-center?search=${encodeURIComponent(name)}`)
    await expect(patient.getByText('No results')).toBeVisible()
  })

  await test.step('on a phone, in the dark', async () => {
    await center.setViewportSize(phone)
    await center.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(center, 'dark')
    await expectAccessible(center)
    await card.getByRole('button', { name: 'Box' }).click()
    await expect(dialogOf(center, 'Box').getByRole('img', { name: 'Box' })).toBeVisible()
  })
})

/** Uploads as the admin and returns the stored name. */
async function upload(admin: Page, rows: Rows, name: string, buffer: Buffer): Promise<string> {
  const { token } = await rows.session('admin')
  const mimeType = name.endsWith('.pdf') ? 'application/pdf' : 'image/png'
  const answer = await admin.request.post('/api/v1/assets/process-file/', {
    headers: { Authorization: `Token ${token}` },
    multipart: { file: { name, mimeType, buffer } },
  })
  expect(answer).toBeOK()
  return (await answer.json()).filename
}
