"""The web application: put together, configured and started."""
