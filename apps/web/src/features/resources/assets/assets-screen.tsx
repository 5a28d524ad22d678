import { Button } from '@mantine/core'
import { IconFolders, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import type { Asset } from '@vialdesk/contract/documents/resources'
import { useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { useFormFromLink } from '#web/lib/url/use-form-from-link.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { PageStepper } from '#web/ui/table/table-pages.tsx'
import { assetColumns } from './asset.columns.tsx'
import { AssetForm } from './asset-form.tsx'

/** The edited asset; `new` for a new one. */
type OpenForm = Asset | 'new' | undefined

function useRemoveAsset() {
  const remove = useAction('DELETE /api/v1/assets/{id}/', () => 'Asset has been removed!')
  return async ({ id, asset_name }: Asset) => {
    const consequence = (
      <>
        <strong>
          <bdi>{asset_name}</bdi>
        </strong>{' '}
        and its files are removed for all users.
      </>
    )
    const question = { title: 'Remove Asset', consequence, verb: 'Remove', cancel: 'Close', danger: true }
    if (await confirm(question)) remove.mutate({ params: { id } })
  }
}

function AssetDialog({ open, onClose }: { open: OpenForm; onClose: () => void }) {
  const shown = useLatestValue(open)
  const asset = shown === 'new' ? undefined : shown
  return (
    <FormDialog title={asset ? 'Edit Asset' : 'Add Asset'} size="xl" opened={open !== undefined} onClose={onClose}>
      <AssetForm asset={asset} onClose={onClose} />
    </FormDialog>
  )
}

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
  const [open, setOpen] = useState<OpenForm>()
  useFormFromLink(() => setOpen('new'))
  const remove = useRemoveAsset()
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setOpen('new')}>
      Add Asset
    </Button>
  )
  return (
    <Screen title="Assets Manager" lead="Links and files that users find in the Resource Center.">
      <Section title="Asset List" action={add}>
        <ListTable
          of={opened}
          pages={opened.data && <PageStepper count={opened.data.count} page={opened.page} />}
          rowActions={(asset) => [
            { label: 'Edit', icon: IconPencil, onClick: () => setOpen(asset) },
            { label: 'Remove', icon: IconTrash, danger: true, onClick: () => void remove(asset) },
          ]}
        />
      </Section>
      <AssetDialog open={open} onClose={() => setOpen(undefined)} />
    </Screen>
  )
}
