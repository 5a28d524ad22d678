/** Templates of a journey, and their editor. */
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { makePdf } from './pdf-file.ts'
import type { Rows } from './rows.ts'

export interface Made {
  id: number
  domain: number
  title: string
}

/** Adds a template for patients, and waits until its PDF is prepared. It is inactive, so that no other journey signs it. */
export async function addTemplate(request: APIRequestContext, rows: Rows, pages: number): Promise<Made> {
  const title = rows.uniqueName('Agreement')
  const file = { name: 'agreement.pdf', mimeType: 'application/pdf', buffer: makePdf(pages) }
  const texts = { title, description: 'For journeys', document_message: 'Please sign.', type: '2', group: 'storage' }
  const { token } = await rows.session('admin')
  const answer = await request.post('/domain/file-signs/', {
    headers: { Authorization: `Token ${token}` },
    multipart: { ...texts, is_active: 'false', file },
  })
  await expect(answer, 'the template is added').toBeOK()
  const template: Made = await answer.json()
  const path = `/domain/file-signs/status-by-domain/${template.domain}/type/2/`
  const status = async () => {
    const { data } = await rows.call<{ data: { id: number; status: string }[] }>('admin', 'GET', path)
    return data.find(({ id }) => id === template.id)?.status
  }
  await expect.poll(status, { message: 'the PDF is prepared' }).toBe('Completed')
  return template
}

export async function editorPath(rows: Rows, { id }: Pick<Made, 'id'>): Promise<string> {
  const { link } = await rows.call<{ link: { editUrl: string } }>('admin', 'GET', `/domain/file-signs/${id}/generate-edit-link/`)
  const { pathname, hash } = new URL(link.editUrl)
  return pathname + hash
}

/** Opens the editor and waits for the first page. */
export async function openEditor(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('application', { name: 'Fields on page 1', exact: true })).toBeVisible()
}
