import { Button } from 'antd'

type Props = { isThere: boolean; show: () => void; isComing: boolean }

/** Draws the way to further rows, below those that are there. */
export const MoreRows = ({ isThere, show, isComing }: Props) =>
  isThere && (
    <p className="portal-more">
      <Button loading={isComing} onClick={show}>
        加载更多
      </Button>
    </p>
  )
