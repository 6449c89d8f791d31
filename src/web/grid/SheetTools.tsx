import { DownloadOutlined, TableOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { useSheetList } from './sheetMode.ts'

type Props = { sheet: ReturnType<typeof useSheetList>['sheet']; onExport: (() => void) | undefined }

/** Draws the links from a list to its sheet, and to a file of it. */
export const SheetTools = ({ sheet, onExport }: Props) => (
  <>
    {sheet.isOffered && (
      <Button icon={<TableOutlined />} onClick={sheet.open}>
        表格编辑
      </Button>
    )}
    {onExport && (
      <Button icon={<DownloadOutlined />} onClick={onExport}>
        导出
      </Button>
    )}
  </>
)
