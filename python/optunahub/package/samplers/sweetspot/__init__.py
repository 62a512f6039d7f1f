from sweetspot.integrations import OptunaSampler as SweetspotSampler


__all__ = ["SweetspotSampler"]
