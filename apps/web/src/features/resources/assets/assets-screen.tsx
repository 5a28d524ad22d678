import { IconFolders, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Asset } from '@vialdesk/contract/documents/resources'
import { useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { useFormFromLink } from '#web/lib/url/use-form-from-link.ts'
import { FormDialogOf } from '#web/ui/dialogs/drawer-of.tsx'
import { AddButton } from '#web/ui/layout/add-button.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { PageStepper } from '#web/ui/table/table-pages.tsx'
import { assetColumns } from './asset.columns.tsx'
import { AssetForm } from './asset-form.tsx'

const removalQuestion = ({ asset_name }: Asset) => ({
  title: 'Remove Asset',
  consequence: (
    <>
      <strong>
        <bdi>{asset_name}</bdi>
      </strong>{' '}
      and its files are removed for all users.
    </>
  ),
  cancel: 'Close',
})

const assets = defineList('GET /api/v1/assets/', {
  name: 'assets',
  label: 'Assets',
  pageSize: 10,
  views: 'assets',
  exports: { rows: ['asset', 'assets'] },
  columns: assetColumns,
  filters: [searchFilter({ label: 'Search assets', shortTexts: true })],
  rowName: ({ asset_name }) => asset_name,
  empty: { icon: IconFolders, hint: 'Add an asset, and choose who finds it in the Resource Center.' },
  loading: 'Loading assets...',
})

/** The assets of the domain. */
export function AssetsScreen() {
  const opened = useList(assets)
  const [open, setOpen] = useState<Asset | 'new'>()
  const close = () => setOpen(undefined)
  useFormFromLink(() => setOpen('new'))
  const remove = useAction('DELETE /api/v1/assets/{id}/', () => 'Asset has been removed!')
  const add = <AddButton onClick={() => setOpen('new')}>Add Asset</AddButton>
  return (
    <Screen title="Assets Manager" lead="Links and files that users find in the Resource Center.">
      <Section title="Asset List" action={add}>
        <ListTable
          of={opened}
          pages={opened.data && <PageStepper count={opened.data.count} page={opened.page} />}
          rowActions={(asset) => [
            { label: 'Edit', icon: IconPencil, onClick: () => setOpen(asset) },
            {
              label: 'Remove',
              icon: IconTrash,
              danger: true,
              asks: removalQuestion(asset),
              onClick: () => remove.mutate({ params: { id: asset.id } }),
            },
          ]}
        />
      </Section>
      <FormDialogOf of={open} onClose={close} title={(shown) => (shown === 'new' ? 'Add Asset' : 'Edit Asset')} size="xl">
        {(shown) => <AssetForm asset={shown === 'new' ? undefined : shown} onClose={close} />}
      </FormDialogOf>
    </Screen>
  )
}
