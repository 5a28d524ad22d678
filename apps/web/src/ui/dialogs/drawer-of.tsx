import type { ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { Drawer } from './drawer.tsx'
import type { DrawerProps, DrawerRecord } from './drawer-frame.tsx'
import { FormDialog } from './form-dialog.tsx'

interface Shows<Value> {
  /** Open while there is one. The last one stays while the dialog fades out. */
  of: Value | undefined
  title: ReactNode | ((shown: Value) => ReactNode)
  /** For a drawer that shows a record. */
  record?: (shown: Value) => DrawerRecord
  children: (shown: Value) => ReactNode
}

function useShown<Value>({ of, title, record, children }: Shows<Value>) {
  const shown = useLatestValue(of)
  if (shown === undefined) return { opened: false, title: '', record: undefined, children: undefined }
  return {
    opened: of !== undefined,
    title: typeof title === 'function' ? title(shown) : title,
    record: record?.(shown),
    children: children(shown),
  }
}

type Rest<Props, Value> = Omit<Props, keyof Shows<Value> | 'opened'> & Shows<Value>

/** A drawer that is about a value. */
export const DrawerOf = <Value,>(props: Rest<DrawerProps, Value>) => <Drawer {...props} {...useShown(props)} />

/** A dialog with a form that is about a value. */
export const FormDialogOf = <Value,>({ of, title, children, ...rest }: Rest<ModalProps, Value>) => (
  <FormDialog {...rest} {...useShown({ of, title, children })} />
)
