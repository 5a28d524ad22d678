import { Textarea, TextInput } from '@mantine/core'
import { type Asset, assetMemberships, NewAsset } from '@vialdesk/contract/resources'
import { membershipNames } from '@vialdesk/contract/roles'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { MultiChoiceSelect } from '#web/ui/forms/multi-choice-select.tsx'
import { editOf, initialValuesOf } from './asset-values.ts'
import { AttachmentFields } from './attachment-fields.tsx'
import { SectionTags } from './section-tags.tsx'

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
