/**
 * Pointing at or touching a link loads the code of its screen, and no data: each read of a patient is on the record. The first load leaves work to
 * other cores.
 */
import { expect, type Locator, test } from '../journey/journey.ts'
import { untilQuiet } from '../journey/quiet.ts'

const ways: Record<string, (entry: Locator) => Promise<void>> = {
  pointing: (entry) => entry.hover(),
  focus: (entry) => entry.focus(),
  // The touch that comes before the tap.
  touch: (entry) => entry.dispatchEvent('touchstart'),
}

for (const [way, begin] of Object.entries(ways)) {
  test(`${way} at a menu entry loads the code of its screen and no data`, async ({ signedIn }) => {
    const page = await signedIn('salesrep')
    await page.goto('/dashboard')
    await untilQuiet(page)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Patients', exact: true })
    await begin(entry)
    await expect.poll(() => requests.some((path) => path.startsWith('/assets/patients-'))).toBe(true)
    await untilQuiet(page)
    expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([])
    await entry.click()
    await expect(page).toHaveURL('/patients')
    await expect
      .poll(() => requests.filter((path) => path.endsWith('/users/patient/list/')).length, 'the list is read once')
      .toBe(1)
  })
}

test('a page that begins with the dashboard loads the locales in a worker', async ({ signedIn }) => {
  const page = await signedIn('salesrep')
  const locales = page.waitForEvent('worker', (worker) => worker.url().includes('/assets/load-locales.worker-'))
  await page.goto('/dashboard')
  await locales
})

test('the first files are compiled as a whole', async ({ request }) => {
  const page = await (await request.get('/dashboard', { headers: { accept: 'text/html' } })).text()
  const files = page.match(/\/assets\/(start|first|portal|frame)-[\w-]+\.js/g) ?? []
  expect(files.length).toBeGreaterThanOrEqual(4)
  for (const file of files) expect(await (await request.get(file)).text(), file).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})
