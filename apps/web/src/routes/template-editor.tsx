import { createFileRoute } from '@tanstack/react-router'
import { TemplateEditorScreen } from '#web/features/template-editor/template-editor-screen.tsx'

export const Route = createFileRoute('/template-editor')({ component: TemplateEditorScreen })
