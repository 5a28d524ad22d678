import { TagsInput, Textarea, TextInput } from '@mantine/core'
import { membershipNames } from '@vialdesk/contract/base/roles'
import { type ScreenAccess, screenAccess } from '@vialdesk/contract/base/screens'
import { type Asset, assetMemberships, NewAsset } from '@vialdesk/contract/documents/resources'
import type { ReactNode } from 'react'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { MultiChoiceSelect } from '#web/ui/forms/multi-choice-select.tsx'
import { editOf, initialValuesOf } from './asset-values.ts'
import { AttachmentFields } from './attachment-fields.tsx'

/** The pages with the button of the Resource Center. */
const pages = Object.entries<ScreenAccess>(screenAccess).flatMap(([path, { openTo }]) => (openTo === 'guest' ? [] : [path]))

interface TagsProps {
  value: string[]
  onChange: (urls: string[]) => void
  error: ReactNode
  /** The path of the first wrong tag, for the error summary of the form. */
  'data-path': string
}

/** The pages on which an asset is suggested, as tags. */
function SectionTags({ value, ...rest }: TagsProps) {
  return (
    <TagsInput
      {...rest}
      label="Resource sections"
      description="Pages that suggest this asset. Type a path such as /dashboard and press Enter."
      placeholder={value.length === 0 ? '/dashboard' : undefined}
      data={pages}
      value={value}
      splitChars={[]}
      limit={20}
      maxTags={50}
      maxLength={200}
      withScrollArea={false}
      openOnFocus={false}
      comboboxProps={{ shadow: 'md' }}
      // Enter in a blank field must not send the form.
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.value.trim() === '' && event.preventDefault()}
    />
  )
}

const memberships = assetMemberships.map((id) => ({ id, name: membershipNames[id] ?? `#${id}` }))

/** Adds or changes an asset and returns the success message. */
function useSaveAsset(asset: Asset | undefined) {
  const add = useFormCall('POST /api/v1/assets/')
  const change = useFormCall('PATCH /api/v1/assets/{id}/')
  return async (body: NewAsset) => {
    const { message } = asset ? await change({ params: { id: asset.id }, body: editOf(asset, body) }) : await add({ body })
    return message
  }
}

interface Props {
  /** The asset to edit; undefined for a new one. */
  asset: Asset | undefined
  onClose: () => void
}

/** Adds and edits an asset with its links and files. */
export function AssetForm({ asset, onClose }: Props) {
  const form = useClosingForm(NewAsset, { initialValues: initialValuesOf(asset), save: useSaveAsset(asset), onClose })
  const { membership_ids, sections } = form.getValues()
  const wrongSection = Object.keys(form.errors).find((path) => path.startsWith('sections'))
  return (
    <Form {...form.formProps} label={asset ? 'Edit asset' : 'New asset'} verb={asset ? 'Save' : 'Add Asset'} onCancel={onClose}>
      <TextInput label="Name" withAsterisk autoComplete="off" data-autofocus {...form.getInputProps('asset_name')} />
      <Textarea label="Description" withAsterisk maxRows={8} {...form.getInputProps('description')} />
      <MultiChoiceSelect
        label="Memberships"
        description="Only these users see the asset. Admins see every asset."
        choices={memberships}
        state="loaded"
        chosen={[]}
        value={membership_ids}
        onChange={(ids) => form.setFieldValue('membership_ids', ids)}
        error={form.errors.membership_ids}
        data-path="membership_ids"
      />
      <SectionTags
        value={sections.map(({ url }) => url)}
        onChange={(urls) =>
          form.setFieldValue(
            'sections',
            urls.map((url) => ({ url })),
          )
        }
        error={wrongSection && form.errors[wrongSection]}
        data-path={wrongSection ?? 'sections'}
      />
      <AttachmentFields form={form} />
    </Form>
  )
}
