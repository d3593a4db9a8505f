// Catches the errors of a page's rendering and shows them: a missing file after a deployment, or a failed page.
// Navigating to another address tries again.
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

import { LoadFailure } from './load-failure';

interface BoundaryProps {
  pathname: string;
  children: ReactNode;
}

interface BoundaryState {
  error: unknown;
  pathname: string;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, pathname: this.props.pathname };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState) {
    return props.pathname === state.pathname ? null : { error: null, pathname: props.pathname };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return <LoadFailure error={this.state.error} />;
  }
}

export function LoadBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Boundary pathname={pathname}>{children}</Boundary>;
}
