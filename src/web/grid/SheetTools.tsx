import { Download, TableIcon } from 'lucide-react'
import { Button } from 'antd'
import type { useSheetList } from './sheetMode.ts'

type Props = { sheet: ReturnType<typeof useSheetList>['sheet']; onExport: (() => void) | undefined }

/** Draws the links from a list to its sheet, and to a file of it. */
export const SheetTools = ({ sheet, onExport }: Props) => (
  <>
    {sheet.isOffered && (
      <Button icon={<TableIcon />} onClick={sheet.open}>
        表格编辑
      </Button>
    )}
    {onExport && (
      <Button icon={<Download />} onClick={onExport}>
        导出
      </Button>
    )}
  </>
)
