import { type ReactNode, Suspense, useState } from 'react'
import { useShortcut } from '#web/lib/browser/shortcuts.ts'
import { type PaletteProps, showShellDialog, useShellDialog } from '#web/lib/session/palette.ts'
import { useSession } from '#web/lib/session/session.ts'
import { PartBoundary } from '#web/ui/layout/part-boundary.tsx'
import { menuGroups } from './menu.ts'

export const openCommandPalette = () => showShellDialog('palette')

const close = () => showShellDialog(undefined)

interface Props {
  palette: ((props: PaletteProps) => ReactNode) | undefined
  /** The help about keys. */
  keys: (props: { opened: boolean; onClose: () => void }) => ReactNode
}

/** The search and the help about keys, and the keys that open them. Their code is loaded when they are first opened. */
export function ShellDialogs({ palette, keys }: Props) {
  const shown = useShellDialog()
  const viewer = useSession()
  const [wanted, setWanted] = useState({ palette: false, keys: false })
  if (shown && !wanted[shown]) setWanted({ ...wanted, [shown]: true })
  useShortcut('find', () => showShellDialog(shown === 'palette' ? undefined : 'palette'))
  useShortcut('help', () => showShellDialog('keys'))
  const screens = menuGroups(viewer).flatMap(({ name, entries }) => entries.map((entry) => ({ ...entry, group: name })))
  return (
    <PartBoundary open={shown !== undefined} onFail={close}>
      <Suspense fallback={null}>
        {wanted.palette && palette?.({ opened: shown === 'palette', onClose: close, screens })}
        {wanted.keys && keys({ opened: shown === 'keys', onClose: close })}
      </Suspense>
    </PartBoundary>
  )
}
