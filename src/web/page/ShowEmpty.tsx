import { Button } from 'antd'

/** Draws the way to see what is empty in a record that is only read, and to hide it again. */
export const ShowEmpty = ({ isWhole, onChange }: { isWhole: boolean; onChange: (isWhole: boolean) => void }) => (
  <div>
    <Button type="link" className="show-empty" disabled={false} onClick={() => onChange(!isWhole)}>
      {isWhole ? '隐藏空项' : '显示空项'}
    </Button>
  </div>
)
