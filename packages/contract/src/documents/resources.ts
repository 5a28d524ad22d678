/** Assets: links and files that admins offer to memberships, and the resources that users find. */
import { z } from 'zod'
import { admin, everyRole } from '../base/access.ts'
import { call } from '../base/call.ts'
import { listFile } from '../base/list-file.ts'
import { Id, Message, multiLine, pageOf, paging, requiredLine, Search, SmallId, singleLine, sortBy } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { membershipIds } from '../base/roles.ts'

/** Size limit of an uploaded file. */
export const MAX_ASSET_BYTES = 25 * 1024 * 1024

/** The accepted files by media type: the ending of their stored name, and their name in sentences. */
export const assetFileTypes = {
  'application/pdf': { extension: 'pdf', name: 'PDF' },
  'image/png': { extension: 'png', name: 'PNG picture' },
  'image/jpeg': { extension: 'jpg', name: 'JPEG picture' },
  'image/webp': { extension: 'webp', name: 'WebP picture' },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { extension: 'docx', name: 'Word file' },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { extension: 'xlsx', name: 'Excel file' },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    extension: 'pptx',
    name: 'PowerPoint file',
  },
} as const
export type AssetFileType = keyof typeof assetFileTypes

/** The path of a file. `name` is the `path` of its attachment. */
export const assetFilePath = (name: string) => `/media/assets/${name}`

/** The memberships that an asset can be for: all working roles but admins, who see every asset. */
export const assetMemberships: readonly number[] = Object.values(membershipIds).filter(
  (id) => id !== membershipIds.admin && id !== membershipIds.observer,
)

/** 1: a link. 2: a file. */
export const AttachmentType = z.union([z.literal(1), z.literal(2)])

export const Attachment = z.object({
  id: Id,
  name: z.string(),
  /** The URL of a link; the stored name of a file. */
  path: z.string(),
  type: AttachmentType,
  /** Bytes of a file. */
  size: z.number().int().nullable(),
  /** Media type of a file, from its content. */
  media_type: z.string().nullable(),
})
export type Attachment = z.infer<typeof Attachment>

/** An asset as admins see it. Attachments are in their order. */
export const Asset = z.object({
  id: Id,
  asset_name: z.string(),
  description: z.string(),
  /** Comma-separated, as the specification has it. */
  membership_ids: z.string(),
  sections: z.array(z.object({ id: Id, url: z.string() })),
  assets: z.array(Attachment.extend({ views: z.number().int() })),
  domain: Id,
  /** Increases with every edit. An edit with an old version is refused with `conflict`. */
  version: z.number().int(),
})
export type Asset = z.infer<typeof Asset>

/** A path of the portal, such as `/dashboard`, or with parameters, such as `/lab/{id?}`. */
export const SectionPath = singleLine(200).pipe(
  z.string().regex(/^\/(?:\{\w+\??\}|[^\s?#{}])*$/, 'Enter a path of the portal, such as /dashboard.'),
)

const safeLink = singleLine(2000).pipe(z.url({ protocol: /^https?$/, error: 'Enter a link that begins with https://.' }))

/** An attachment of the form: a link, or a file that was uploaded before. With an `id` it exists already. The order is kept. */
export const AttachmentInput = z.discriminatedUnion('type', [
  z.object({ id: Id.optional(), type: z.literal(1), name: singleLine(200).default(''), path: safeLink }),
  z.object({ id: Id.optional(), type: z.literal(2), name: requiredLine(200), path: singleLine(100) }),
])
export type AttachmentInput = z.infer<typeof AttachmentInput>

/** A list, or the comma-separated text of the specification. */
const MembershipIds = z.preprocess(
  (given) => (typeof given === 'string' ? given.split(',').filter(Boolean) : given),
  z.array(SmallId.refine((id) => assetMemberships.includes(id), 'Choose one of the memberships.')).max(9),
)

export const NewAsset = z.object({
  asset_name: requiredLine(200),
  description: multiLine(2000).pipe(z.string().min(1)),
  membership_ids: MembershipIds,
  sections: z.array(z.object({ url: SectionPath })).max(50),
  assets: z.array(AttachmentInput).max(50),
})
export type NewAsset = z.infer<typeof NewAsset>

export const AssetEdit = NewAsset.partial().extend({
  assets_remove: z.array(Id).max(50).optional(),
  /** The version that the form loaded. Without it the last edit wins. */
  version: z.number().int().positive().optional(),
})
export type AssetEdit = z.infer<typeof AssetEdit>

/** An asset as the users of its memberships see it. */
export const Resource = z.object({
  id: Id,
  asset_name: z.string(),
  description: z.string(),
  sections: z.array(z.string()),
  assets: z.array(Attachment),
})
export type Resource = z.infer<typeof Resource>

export const ResourceFilter = paging(20).extend({ search: Search })
export type ResourceFilter = z.infer<typeof ResourceFilter>

export const AssetFilter = paging(10).extend({ search: Search, sort: sortBy('id', 'name') })
export type AssetFilter = z.infer<typeof AssetFilter>

export const resources = {
  list: call('GET /api/v1/assets/', admin, {
    machine: true,
    summary: 'All assets of the domain, newest first',
    query: AssetFilter,
    answer: pageOf(Asset),
    views: ['assets'],
    exports: listFile(Asset, 'assets', [
      ['ID', ({ id }) => id],
      ['Name', ({ asset_name }) => asset_name],
      ['Description', ({ description }) => description],
      ['Subscriptions (IDs)', ({ membership_ids }) => membership_ids],
      ['Sections', ({ sections }) => sections.map(({ url }) => url).join(', ')],
      ['Attachments', ({ assets }) => assets.map(({ name, path }) => name || path).join(', ')],
    ]),
  }),
  get: call('GET /api/v1/assets/{id}/', admin, { machine: true, summary: 'One asset', answer: Asset }),
  add: call('POST /api/v1/assets/', admin, {
    machine: true,
    proof: proof.resource,
    summary: 'Add an asset',
    body: NewAsset,
    answer: Message.extend(Asset.shape),
    status: 201,
  }),
  edit: call('PATCH /api/v1/assets/{id}/', admin, {
    machine: true,
    proof: proof.resource,
    summary: 'Change an asset, its attachments and their order',
    body: AssetEdit,
    answer: Message.extend(Asset.shape),
  }),
  remove: call('DELETE /api/v1/assets/{id}/', admin, {
    machine: true,
    proof: proof.resource,
    summary: 'Remove an asset with its attachments',
    answer: z.undefined(),
    status: 204,
  }),
  upload: call('POST /api/v1/assets/process-file/', admin, {
    machine: true,
    proof: proof.resource,
    summary: 'Upload a file for an asset; answers the name by which the asset refers to it',
    body: z.object({ file: z.file('Choose a file.'), filename: singleLine(200).optional() }),
    answer: z.object({ filename: z.string(), size: z.number().int(), media_type: z.string() }),
    upload: { maxBytes: MAX_ASSET_BYTES },
    rateLimit: 'upload',
  }),
  // A membership of the path that is not the caller's is 404.
  ofMembership: call('GET /api/v1/assets/subscription/{id}/', everyRole('own'), {
    summary: 'The resources of a membership',
    query: ResourceFilter,
    answer: pageOf(Resource),
  }),
  suggested: call('POST /api/v1/assets/subscription/{id}/section/', everyRole('own'), {
    proof: proof.resource,
    summary: 'The resources of a membership that are suggested on a page',
    body: z.object({ url: singleLine(500) }),
    answer: z.object({ results: z.array(Resource) }),
    writes: false,
  }),
  openFile: call('POST /api/v1/assets/files/{id}/open/', everyRole('visible'), {
    proof: proof.resource,
    summary: 'Count a view of an attachment; answers the link, or a short-lived link of the file',
    answer: z.object({ url: z.string() }),
  }),
}
