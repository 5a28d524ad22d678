/** Saves the form of White Label Settings. Images are drawn again and stored before the settings refer to them. */
import type { DomainEdit, DomainSettings } from '@vialdesk/contract/business/branding'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { BRAND_FOLDER } from '#api/platform/access/brand-images.ts'
import { assertRecentProof } from '#api/platform/access/session-restriction.ts'
import { validateNewPassword } from '#api/platform/crypto/new-password.ts'
import { drawPicture, type PictureOptions } from '#api/platform/files/draw-picture.ts'
import { attachFile, storeFile } from '#api/platform/files/stored-files.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { changeSettings, setDomainPassword, validateEdit } from './change-settings.commands.ts'
import { getSettings, type Settings } from './settings.queries.ts'

const imageColumns = ['logo', 'favicon', 'login_image'] as const
type ImageColumn = (typeof imageColumns)[number]

const pictures = {
  logo: { field: 'logo', maxSide: 800, format: 'png' },
  favicon: { field: 'favicon', maxSide: 256, format: 'png' },
  login_image: { field: 'login_image', maxSide: 2400, format: 'webp' },
} satisfies Record<ImageColumn, Omit<PictureOptions, 'uploader'>>

async function storePicture(
  transact: RunInTransaction,
  { files }: Ports,
  file: File | undefined,
  options: PictureOptions,
): Promise<string | undefined> {
  if (!file) return undefined
  const picture = await drawPicture(file, options)
  return storeFile(transact, files, { folder: BRAND_FOLDER, extension: options.format, bytes: picture })
}

/** The settings without images and password, as columns. */
function valuesOf(form: DomainEdit): Partial<Settings> {
  const { admin_form_password, logo, favicon, login_image, remove_login_image, loaded_at, ...given } = form
  const { login_color, two_step_memberships, ...values } = given
  const memberships = two_step_memberships && [...new Set(two_step_memberships)].toSorted((one, other) => one - other)
  return {
    ...values,
    ...(login_color !== undefined && { login_color: login_color || null }),
    ...(memberships && { two_step_memberships: memberships }),
    ...(remove_login_image === 'yes' && { login_image: null }),
  } as Partial<Settings>
}

interface Caller {
  actor: Actor
  /** Of the pictures: it takes the turns to decode them. */
  uploader: string
}

export async function saveForm(
  transact: RunInTransaction,
  ports: Ports,
  { actor, uploader }: Caller,
  form: DomainEdit,
): Promise<DomainSettings> {
  if (form.admin_form_password !== undefined) {
    validateNewPassword('admin_form_password', form.admin_form_password)
    assertRecentProof(actor)
  }
  const edit = { values: valuesOf(form), loadedAt: form.loaded_at, actor }
  await transact((db) => validateEdit(db, edit))
  const images: Partial<Record<ImageColumn, string>> = {}
  // One after the other: a decoded picture needs much memory.
  for (const column of imageColumns) {
    const key = await storePicture(transact, ports, form[column], { ...pictures[column], uploader })
    if (key !== undefined) images[column] = key
  }
  return transact(async (db) => {
    await changeSettings(db, { ...edit, values: { ...edit.values, ...images } })
    for (const key of Object.values(images)) await attachFile(db, key)
    if (form.admin_form_password !== undefined) await setDomainPassword(db, form.admin_form_password)
    return getSettings(db)
  })
}
