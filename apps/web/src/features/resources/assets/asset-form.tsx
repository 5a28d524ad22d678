import { Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type Asset, assetMemberships, NewAsset } from '@vialdesk/contract/resources'
import { membershipNames } from '@vialdesk/contract/roles'
import type { RefObject } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { useReportUnsaved } from '#web/lib/forms/use-report-unsaved.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { MultiChoiceSelect } from '#web/ui/forms/multi-choice-select.tsx'
import { editOf, initialValuesOf } from './asset-values.ts'
import { AttachmentFields } from './attachment-fields.tsx'
import { SectionTags } from './section-tags.tsx'

const memberships = assetMemberships.map((id) => ({ id, name: membershipNames[id] ?? `#${id}` }))

/** Adds or changes an asset and returns the success message. */
function useSaveAsset(asset: Asset | undefined) {
  const add = useMutation({ ...apiMutation('POST /api/v1/assets/'), meta: { handlesErrors: true } })
  const change = useMutation({ ...apiMutation('PATCH /api/v1/assets/{id}/'), meta: { handlesErrors: true } })
  return async (body: NewAsset) => {
    const { message } = asset
      ? await change.mutateAsync({ params: { id: asset.id }, body: editOf(asset, body) })
      : await add.mutateAsync({ body })
    return message
  }
}

interface Props {
  /** The asset to edit; undefined for a new one. */
  asset: Asset | undefined
  onClose: () => void
  /** Set by the form: true when closing would lose changes. */
  unsaved: RefObject<() => boolean>
}

/** Adds and edits an asset with its links and files. */
export function AssetForm({ asset, onClose, unsaved }: Props) {
  const form = useClosingForm(NewAsset, { initialValues: initialValuesOf(asset), save: useSaveAsset(asset), onClose })
  useReportUnsaved(unsaved, form.isDirty)
  const { membership_ids, sections } = form.getValues()
  const wrongSection = Object.keys(form.errors).find((path) => path.startsWith('sections'))
  return (
    <Form {...form.formProps} label={asset ? 'Edit asset' : 'New asset'}>
      <TextInput label="Name" withAsterisk autoComplete="off" data-autofocus {...form.getInputProps('asset_name')} />
      <Textarea label="Description" withAsterisk autosize minRows={2} maxRows={8} {...form.getInputProps('description')} />
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
      <FormFooter form={form} onClose={onClose}>
        {asset ? 'Save' : 'Add Asset'}
      </FormFooter>
    </Form>
  )
}
