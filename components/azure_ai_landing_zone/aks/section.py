"""AKS clusters with GPU pools of a landing zone."""

from azure_ai_landing_zone.aks.section_checks import cluster_problems
from azure_ai_landing_zone.aks.section_make import make_inference
from azure_ai_landing_zone.aks.section_settings import InferenceClusterNeeds
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.others import Others


class InferenceClusterItem(InferenceClusterNeeds):
    """An AKS cluster of the zone, or one brought along, with GPU pools."""

    def problems(self, others: Others) -> list[Problem]:
        return list(cluster_problems(self, others))

    def make(self, made: Made) -> Part:
        return make_inference(self, made)
