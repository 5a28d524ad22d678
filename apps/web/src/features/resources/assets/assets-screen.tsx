import { Button } from '@mantine/core'
import { IconFolders, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Asset } from '@vialdesk/contract/resources'
import { useState } from 'react'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { useFormFromLink } from '#web/lib/url/use-form-from-link.ts'
import { searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import { PageStepper } from '#web/ui/table/table-pages.tsx'
import { assetColumns } from './asset.columns.tsx'
import { AssetForm } from './asset-form.tsx'

const PAGE_SIZE = 10

export interface AssetsSearch {
  search?: string | undefined
}

/** The edited asset; `new` for a new one. */
type OpenForm = Asset | 'new' | undefined

function useRemoveAsset() {
  const remove = useMutation({
    ...apiMutation('DELETE /api/v1/assets/{id}/'),
    onSuccess: () => showSuccess('Asset has been removed!'),
  })
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
      {(unsaved) => <AssetForm asset={asset} onClose={onClose} unsaved={unsaved} />}
    </FormDialog>
  )
}

/** The assets of the domain. */
export function AssetsScreen() {
  const page = useListPage(PAGE_SIZE, (filter: AssetsSearch) => [searchFilter(filter)])
  const list = useQuery({ ...apiQuery('GET /api/v1/assets/', { query: page.query }), placeholderData: keepPreviousData })
  const [open, setOpen] = useState<OpenForm>()
  useFormFromLink(() => setOpen('new'))
  const remove = useRemoveAsset()
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setOpen('new')}>
      Add Asset
    </Button>
  )
  const empty = (
    <EmptyState
      icon={IconFolders}
      title="Empty table. There's nothing to show"
      hint="Add an asset, and choose who finds it in the Resource Center."
    />
  )
  return (
    <Screen title="Assets Manager" lead="Links and files that users find in the Resource Center.">
      <Section title="Asset List" action={add}>
        <DataTable
          name="assets"
          exports={{ list: 'GET /api/v1/assets/', rows: ['asset', 'assets'] }}
          views="assets"
          label="Assets"
          loading="Loading assets..."
          pages={list.data && <PageStepper count={list.data.count} page={page} />}
          columns={assetColumns}
          list={list}
          page={page}
          rowKey={({ id }) => id}
          rowName={({ asset_name }) => asset_name}
          rowActions={(asset) => [
            { label: 'Edit', icon: IconPencil, onClick: () => setOpen(asset) },
            { label: 'Remove', icon: IconTrash, danger: true, onClick: () => void remove(asset) },
          ]}
          empty={empty}
          toolbar={
            <SearchInput
              label="Search assets"
              shortTexts
              value={page.filter.search}
              onSearch={(text) => page.change({ search: text })}
            />
          }
        />
      </Section>
      <AssetDialog open={open} onClose={() => setOpen(undefined)} />
    </Screen>
  )
}
