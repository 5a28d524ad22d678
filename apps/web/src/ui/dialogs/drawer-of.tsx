import type { ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { Drawer } from './drawer.tsx'
import type { DrawerProps } from './drawer-frame.tsx'
import { FormDialog } from './form-dialog.tsx'

interface Shows<Value> {
  /** Open while there is one. The last one stays while the dialog fades out. */
  of: Value | undefined
  title: string | ((shown: Value) => string)
  children: (shown: Value) => ReactNode
}

function useShown<Value>({ of, title, children }: Shows<Value>) {
  const shown = useLatestValue(of)
  if (shown === undefined) return { opened: false, title: '', children: undefined }
  return { opened: of !== undefined, title: typeof title === 'string' ? title : title(shown), children: children(shown) }
}

type Rest<Props, Value> = Omit<Props, keyof Shows<Value> | 'opened' | 'record'> & Shows<Value>

/** A drawer that is about a value. */
export const DrawerOf = <Value,>(props: Rest<DrawerProps, Value>) => <Drawer {...props} {...useShown(props)} />

/** A dialog with a form that is about a value. */
export const FormDialogOf = <Value,>({ of, title, children, ...rest }: Rest<ModalProps, Value>) => (
  <FormDialog {...rest} {...useShown({ of, title, children })} />
)
