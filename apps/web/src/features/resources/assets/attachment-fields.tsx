import { ActionIcon, Button, Group, Input, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconFile, IconLink, IconTrash } from '@tabler/icons-react'
import { assetFileTypes, MAX_ASSET_BYTES } from '@vialdesk/contract/documents/resources'
import { useRef } from 'react'
import { useUpload } from '#web/lib/api/use-upload.ts'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { SortableList } from '#web/ui/forms/sortable-list.tsx'
import { type AssetValues, type AttachmentRow, nameOfFile } from './asset-values.ts'

type AssetForm = Pick<
  UseFormReturnType<AssetValues>,
  'getValues' | 'getInputProps' | 'insertListItem' | 'removeListItem' | 'reorderListItem'
>

const ACCEPTED = [...Object.keys(assetFileTypes), ...Object.values(assetFileTypes).map(({ extension }) => `.${extension}`)]
const HINT = `PDF, PNG, JPEG, WebP, Word, Excel or PowerPoint, up to ${MAX_ASSET_BYTES / 1024 / 1024} MB`

/** The name of a row for its buttons. */
const rowName = ({ type, name }: AttachmentRow, index: number) => name.trim() || `${type === 1 ? 'link' : 'file'} ${index + 1}`

interface RowProps {
  form: AssetForm
  row: AttachmentRow
  index: number
}

function RowFields({ form, row, index }: RowProps) {
  const isLink = row.type === 1
  const remove = (
    <ActionIcon
      variant="subtle"
      color="gray"
      mt={24}
      aria-label={`Remove ${rowName(row, index)}`}
      onClick={() => form.removeListItem('assets', index)}
    >
      <IconTrash size={18} />
    </ActionIcon>
  )
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <SimpleGrid cols={{ base: 1, sm: isLink ? 2 : 1 }} spacing="xs" flex={1}>
        <TextInput
          label={isLink ? 'Link name' : 'File name'}
          withAsterisk={!isLink}
          leftSection={isLink ? <IconLink size={16} /> : <IconFile size={16} />}
          autoComplete="off"
          {...form.getInputProps(`assets.${index}.name`)}
          // The stored name of a file has no field of its own.
          {...(!isLink && {
            error: form.getInputProps(`assets.${index}.name`).error ?? form.getInputProps(`assets.${index}.path`).error,
          })}
        />
        {isLink && (
          <TextInput
            label="Link path"
            withAsterisk
            type="url"
            placeholder="https://"
            autoComplete="off"
            {...form.getInputProps(`assets.${index}.path`)}
          />
        )}
      </SimpleGrid>
      {remove}
    </Group>
  )
}

/** The links and files of an asset, in the order in which users see them. */
export function AttachmentFields({ form }: { form: AssetForm }) {
  const { assets } = form.getValues()
  const added = useRef(0)
  const add = (row: Omit<AttachmentRow, 'key'>) =>
    form.insertListItem('assets', { ...row, key: `new-${added.current++}` } as AttachmentRow)
  // A file is stored before the asset is saved, which refers to it by this name.
  const upload = useUpload('POST /api/v1/assets/process-file/', {
    keepsScreen: true,
    inputOf: (file) => ({ body: { file } }),
    onDone: ({ filename: path }, file) => add({ type: 2, name: nameOfFile(file.name), path }),
  })
  return (
    <Input.Wrapper label="Links and files" labelElement="div" role="group" aria-label="Links and files" data-path="assets">
      {assets.length > 1 && (
        <Text size="sm" c="dimmed" mb="xs">
          Users see them in this order. Drag them, or use the arrows.
        </Text>
      )}
      <SortableList
        label="Order of the links and files"
        items={assets.map((row, index) => ({
          key: row.key,
          name: rowName(row, index),
          content: <RowFields form={form} row={row} index={index} />,
        }))}
        onMove={(from, to) => form.reorderListItem('assets', { from, to })}
      />
      <Button variant="default" my="xs" leftSection={<IconLink size={16} />} onClick={() => add({ type: 1, name: '', path: '' })}>
        Add Link
      </Button>
      <FileDrop
        label="Add a file"
        hint={HINT}
        accept={ACCEPTED}
        maxBytes={MAX_ASSET_BYTES}
        busy={upload.pending && `Uploading ${upload.pending.name}…`}
        compact
        error={upload.error}
        onFile={upload.start}
        onReject={upload.setError}
      />
    </Input.Wrapper>
  )
}
